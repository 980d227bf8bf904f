import Foundation
public import Oak

extension TransducerEffect where Event: Codable & Sendable {
    /// An effect that sends an event to another durable instance, as a part of the macrostep.
    ///
    /// The event is in the inbox of the other instance as soon as the macrostep is durable, and never without it: it
    /// arrives exactly once. Messages of one instance to another arrive in their order. Any number of messages costs no
    /// further transaction.
    ///
    /// ```swift
    /// import Oak
    /// import OakDurable
    ///
    /// enum Shelf: EffectTransducer, DurableTransducer {
    ///     struct State: Codable, Hashable, Sendable, Terminable {
    ///         var copies = 3
    ///         var isTerminal: Bool { false }
    ///     }
    ///     enum Event: Codable, Hashable, Sendable { case take(for: String) }
    ///     static let machineName = "shelf"
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         guard case .take(let loan) = event, state.copies > 0 else { return .unexpected }
    ///         state.copies -= 1
    ///         return .send(.taken, to: DurableID<Loan>(loan))
    ///     }
    /// }
    ///
    /// enum Loan: EffectTransducer, DurableTransducer {
    ///     enum State: Codable, Hashable, Sendable, Terminable {
    ///         case wanted, reserving, lent, refused
    ///         var isTerminal: Bool { self == .refused }
    ///     }
    ///     enum Event: Codable, Hashable, Sendable { case reserve(as: String), taken, noShelf }
    ///     static let machineName = "loan"
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (.wanted, .reserve(let id)):
    ///             state = .reserving
    ///             return .send(.take(for: id), to: "fiction" as DurableID<Shelf>, refused: .noShelf)
    ///         case (.reserving, .taken): state = .lent
    ///         case (.reserving, .noShelf): state = .refused
    ///         case (.wanted, _), (.reserving, _), (.lent, _), (.refused, _): return .unexpected
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// An instance that has failed takes the message, and processes it after its retry. One that does not exist, has
    /// ended or was cancelled refuses it.
    ///
    /// A run without a host ends with ``DurableError/messageWithoutHost(_:)``, except in a test, whose report notes the
    /// message.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The other instance.
    ///   - refusal: The event that the sender receives, in the same transaction, if the other instance refuses the
    ///     message. Without one, the observer of the host hears of the refusal as of a problem.
    public static func send<Target: DurableTransducer>(
        _ event: Target.Event, to id: DurableID<Target>, refused refusal: Event? = nil
    ) -> Self {
        message(.event(event, to: id, refused: refusal))
    }

    /// An effect that starts a durable instance, unless there is one with this id, as a part of the macrostep.
    ///
    /// The instance exists as soon as the macrostep is durable, and never without it. Messages after it, also in the
    /// same macrostep, find it.
    ///
    /// - Parameters:
    ///   - machine: The machine.
    ///   - id: The id of the instance.
    ///   - initialState: The state to begin in.
    public static func start<Target: DurableTransducer>(
        _ machine: Target.Type, id: DurableID<Target>, initialState: Target.State
    ) -> Self {
        message(.start(id, initialState))
    }

    /// An effect that sends an event to the sender itself when another durable instance ends, fails or is cancelled.
    ///
    /// The event is in the inbox of the sender as soon as the end of the other instance is durable, also if that comes
    /// in another process, or has come before. An instance can so wait for any number of others, and pays for none of
    /// them while it waits.
    ///
    /// ```swift
    /// import Oak
    /// import OakDurable
    ///
    /// enum Import: EffectTransducer, DurableTransducer {
    ///     enum State: Codable, Hashable, Sendable, Terminable {
    ///         case new, importing(left: Int, failed: Int), done
    ///         var isTerminal: Bool { self == .done }
    ///     }
    ///     enum Event: Codable, Hashable, Sendable { case begin(lines: [String]), imported, failed }
    ///     static let machineName = "import"
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (.new, .begin(let lines)):
    ///             state = .importing(left: lines.count, failed: 0)
    ///             return .all(
    ///                 lines.flatMap { line -> [Effect] in
    ///                     let id = DurableID<Line>(line)
    ///                     return [
    ///                         .start(Line.self, id: id, initialState: .reading(line)),
    ///                         .watch(id, ended: .imported, failed: .failed),
    ///                     ]
    ///                 })
    ///         case (.importing(let left, let failed), .imported):
    ///             state = left == 1 ? .done : .importing(left: left - 1, failed: failed)
    ///         case (.importing(let left, let failed), .failed):
    ///             // The line ends after its retry.
    ///             state = .importing(left: left, failed: failed + 1)
    ///         case (.new, _), (.importing, .begin), (.done, _): return .unexpected
    ///         }
    ///         return nil
    ///     }
    /// }
    ///
    /// enum Line: Transducer, DurableTransducer {
    ///     enum State: Codable, Hashable, Sendable, Terminable {
    ///         case reading(String), read
    ///         var isTerminal: Bool { self == .read }
    ///     }
    ///     enum Event: Codable, Hashable, Sendable { case read }
    ///     static let machineName = "line"
    ///
    ///     static func update(_ state: inout State, event: Event) { state = .read }
    /// }
    /// ```
    ///
    /// An instance that watches another one again is told by the events of the last time. Its watches end with it.
    ///
    /// - Parameters:
    ///   - id: The other instance.
    ///   - ended: The event for its end.
    ///   - failed: The event for a failure, which comes again with each failure after a retry.
    ///   - cancelled: The event if it was cancelled, or does not exist; by default that for a failure.
    public static func watch<Target: DurableTransducer>(
        _ id: DurableID<Target>, ended: Event, failed: Event, cancelled: Event? = nil
    ) -> Self {
        message(.watch(id, ended: ended, failed: failed, cancelled: cancelled ?? failed))
    }

    private static func message(_ message: DurableMessage) -> Self {
        .hosted(message) {
            let error = DurableError.messageWithoutHost(message.target)
            guard let noteProblem = Scenario.current?.noteProblem else { throw error }
            noteProblem(error.localizedDescription)
        }
    }
}

extension TransducerEffect {
    /// The message that the effect is, if it is one.
    var message: DurableMessage? { isHosted ? id?.withoutChild.base as? DurableMessage : nil }
}

/// Something that a macrostep or a schedule sends to an instance.
@usableFromInline struct DurableMessage: Hashable, Sendable, CustomStringConvertible {
    enum Content: Hashable, Sendable {
        case event(Data, version: Int)
        case start(Birth)
        case watch(StoredWatch)
    }

    let target: InstanceName
    /// The content, or the error with which it cannot be encoded. Its keys are sorted: equal messages are equal
    /// effects.
    private let content: Result<Content, DurableError>
    private let refusal: Result<Data, DurableError>?

    /// An event, and another one for the sender if it is refused.
    static func event<Target: DurableTransducer>(
        _ event: Target.Event, to id: DurableID<Target>, refused refusal: (some Encodable)?
    ) -> DurableMessage {
        DurableMessage(to: id.name, refused: refusal) { () throws(DurableError) in
            .event(try encoded(event, id.name, "message", sortingKeys: true), version: Target.machineVersion)
        }
    }

    /// The start of an instance.
    static func start<Target: DurableTransducer>(
        _ id: DurableID<Target>, _ initialState: Target.State
    ) -> DurableMessage {
        DurableMessage(to: id.name, refused: Optional<Target.Event>.none) { () throws(DurableError) in
            let state = try encoded(initialState, id.name, "state", sortingKeys: true)
            return .start(
                Birth(state: state) { now throws(DurableError) in
                    try StoredInstance(of: id, beginningIn: initialState, at: now)
                })
        }
    }

    /// The wish to hear of the end of an instance.
    static func watch<Target: DurableTransducer, Event: Encodable>(
        _ id: DurableID<Target>, ended: Event, failed: Event, cancelled: Event
    ) -> DurableMessage {
        DurableMessage(to: id.name, refused: Event?.none) { () throws(DurableError) in
            .watch(
                StoredWatch(
                    ended: try encoded(ended, id.name, "end", sortingKeys: true),
                    failed: try encoded(failed, id.name, "failure", sortingKeys: true),
                    cancelled: try encoded(cancelled, id.name, "cancellation", sortingKeys: true)))
        }
    }

    private init(
        to target: InstanceName, refused refusal: (some Encodable)?,
        _ content: () throws(DurableError) -> Content
    ) {
        self.target = target
        self.content = Result(catching: content)
        self.refusal = refusal.map { event in
            Result { () throws(DurableError) in try encoded(event, target, "refusal", sortingKeys: true) }
        }
    }

    @usableFromInline var description: String {
        switch content {
        case .success(.start): "the start of \(target)"
        case .success(.watch): "the watch of \(target)"
        case .success(.event), .failure: "a message to \(target)"
        }
    }

    /// The message as a store takes it.
    ///
    /// - Parameter now: The time, from which the deadlines of an instance count that it starts.
    func stored(at now: Date) throws(DurableError) -> StoredMessage {
        let stored: StoredMessage.Content =
            switch try content.get() {
            case .event(let event, let version): .event(event, version: version)
            case .start(let birth): .start(try birth.make(now))
            case .watch(let watch): .watch(watch)
            }
        return StoredMessage(to: target, stored, refusal: try refusal?.get())
    }
}

/// The start of an instance at a time that is not known yet.
struct Birth: Hashable, Sendable {
    let state: Data
    let make: @Sendable (Date) throws(DurableError) -> StoredInstance

    static func == (left: Self, right: Self) -> Bool { left.state == right.state }

    func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

extension StoredInstance {
    /// An instance that begins.
    init<Machine: DurableTransducer>(
        of id: DurableID<Machine>, beginningIn initialState: Machine.State, at now: Date
    ) throws(DurableError) {
        var state = try DurableState<Machine>(beginningWith: initialState)
        let isOver = Machine.isTerminal(initialState)
        let output = isOver ? Machine.initialOutput(initialState: initialState) : nil
        let step = try state.closeStep(ending: output).stored(
            0, id.name, at: now, journal: JournalForm(length: 0, hasStates: false))
        self.init(
            InstanceSummary(
                name: id.name, version: step.version, status: isOver ? .ended : .running,
                tags: step.tags.reduce(into: [:]) { $0.apply([$1]) }),
            state: step.state, output: step.output, activities: step.activities.compactMap(\.value),
            deadlines: step.deadlines.compactMap(\.value), isFollowed: step.isFollowed)
    }
}
