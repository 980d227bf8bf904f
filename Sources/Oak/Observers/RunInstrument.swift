/// An observer that knows more of its run than what happens in it: how events travel, when the machine rests, and how
/// to reach the run. It may also put surroundings around the work of the run.
///
/// Everything that watches, traces, measures or steers runs is an instrument. A run without one has no code for it.
@usableFromInline package protocol RunInstrument: TransducerObserver {
    /// The consequences for a run that the instrument is the only observer.
    static var standing: ObserverStanding { get }

    /// Receives a note of the run, or of a sender of its events.
    func note(_ note: RunNote)

    /// Ends the macrostep; also called when none has begun since the last call.
    ///
    /// If another event waits, the macrostep may also end with the report of that event.
    ///
    /// - Parameter state: Reads the state.
    func rest<State>(in state: () -> State)

    /// Starts the task of an operation, which inherits task-local values.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - start: Starts the task.
    func start(_ operation: EffectSummary, _ start: () -> Void)

    /// Calls a function on behalf of an action or of the subject.
    func surround<Result>(_ body: () throws -> Result) rethrows -> Result

    /// Calls a function on behalf of an action or of the subject.
    nonisolated(nonsending) func surround<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result
}

/// Something that an instrument learns about its run.
@usableFromInline package enum RunNote {
    /// The run begins, and can be reached.
    case begins(RunAccess)
    /// An event arrives, in the frame of its sender and under the lock of the mailbox.
    ///
    /// If it arrived before the run began, `sender` is what ``EarlySenders`` has read then.
    case arrives(at: EventPlace, sender: AnyObject?)
    /// An event for which there was no room comes into the queue.
    case moves(from: EventPlace, to: EventPlace)
    /// An event will not be taken.
    case drops(EventPlace)
    /// The machine takes an event, or takes it again after it has postponed it; the report follows.
    case takes(MailNumber)
    /// The operation that has just begun waits for a time before it works.
    case delays(EffectSummary, seconds: Double)
}

/// The place of an event before it is taken.
@usableFromInline package enum EventPlace: Hashable, Sendable {
    case queue(MailNumber)
    /// The line of senders that wait for room, by the identity of the sender.
    case line(ObjectIdentifier)
}

/// The number of an event in its mailbox, in the order in which events come into the queue. It wraps.
@usableFromInline package typealias MailNumber = UInt32

/// The consequences for a run that somebody observes it.
@usableFromInline package enum ObserverStanding: Int, Comparable {
    /// Nobody does.
    case nobody
    /// The run gathers no more than without an observer.
    case witness
    /// Perhaps nobody looks when the machine fails, or rejects an event.
    case watch
    /// The observer hears of failures and rejected events, so that nobody logs them.
    case listener

    @usableFromInline package static func < (one: ObserverStanding, other: ObserverStanding) -> Bool {
        one.rawValue < other.rawValue
    }
}

extension RunInstrument {
    @usableFromInline package static var standing: ObserverStanding { .listener }
    @usableFromInline package func note(_ note: RunNote) {}
    @usableFromInline package func rest<State>(in state: () -> State) {}

    @usableFromInline package func start(_ operation: EffectSummary, _ start: () -> Void) { start() }
    @usableFromInline package func surround<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

    @usableFromInline
    package nonisolated(nonsending) func surround<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await body()
    }
}

/// The instruments among the observers of a run, the outermost first.
@usableFromInline final class Instruments {
    private let first: any RunInstrument
    private let others: Instruments?

    /// Finds the instruments.
    ///
    /// - Returns: `nil` if there are none.
    // Not inlined, and behind a class, because a run without instruments has to be small.
    @usableFromInline convenience init?(among observer: some TransducerObserver) {
        self.init(Self.all(among: observer)[...])
    }

    private init?(_ all: ArraySlice<any RunInstrument>) {
        guard let first = all.first else { return nil }
        (self.first, others) = (first, Instruments(all.dropFirst()))
    }

    private static func all(among observer: any TransducerObserver) -> [any RunInstrument] {
        if let combination = observer as? any ObserverCombination { return combination.parts.flatMap(all(among:)) }
        return (observer as? any RunInstrument).map { [$0] } ?? []
    }

    @usableFromInline func note(_ note: RunNote) {
        first.note(note)
        others?.note(note)
    }

    @usableFromInline func rest<State>(in state: () -> State) {
        first.rest(in: state)
        others?.rest(in: state)
    }

    @usableFromInline func start(_ operation: EffectSummary, _ start: () -> Void) {
        first.start(operation) { if let others { others.start(operation, start) } else { start() } }
    }

    @usableFromInline func surround<Result>(_ body: () throws -> Result) rethrows -> Result {
        try first.surround { if let others { try others.surround(body) } else { try body() } }
    }

    @usableFromInline nonisolated(nonsending) func surround<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await first.surround {
            if let others { try await others.surround(body) } else { try await body() }
        }
    }
}

/// An observer that consists of others.
protocol ObserverCombination {
    var parts: [any TransducerObserver] { get }
    static var standing: ObserverStanding { get }
}

extension CombinedObserver: ObserverCombination {
    var parts: [any TransducerObserver] { [first, second] }
    static var standing: ObserverStanding { Swift.max(First.standing, Second.standing) }
}

extension TransducerObserver {
    /// The consequences for a run that the observer is its only one.
    @inlinable static var standing: ObserverStanding { isActive ? activeStanding : .nobody }

    // Not inlined: two searches of a type.
    @usableFromInline static var activeStanding: ObserverStanding {
        if let combination = Self.self as? any ObserverCombination.Type { return combination.standing }
        return (Self.self as? any RunInstrument.Type)?.standing ?? .listener
    }

    /// Whether a run gathers information for its observer that it does not need itself.
    @inlinable static var isInquisitive: Bool { standing > .witness }
}

/// The way from an instrument back to its run, which does not keep the run alive.
@usableFromInline package final class RunAccess: @unchecked Sendable {
    private weak var mailbox: (any AwaitedMailbox)?

    /// The identity of the run, which its proxies share. Later another run may have it.
    package let identity: ObjectIdentifier

    /// Whether anybody can still refer to the run.
    package var exists: Bool { mailbox != nil }

    @usableFromInline init(_ mailbox: any AwaitedMailbox) {
        self.mailbox = mailbox
        identity = ObjectIdentifier(mailbox)
    }

    /// Makes the run report the end of a macrostep when it is at rest.
    package func wake() { mailbox?.wake() }

    /// The number of events in the mailbox; 0 when the run has ended.
    package var waitingEvents: Int { mailbox?.waitingEvents ?? 0 }
}
