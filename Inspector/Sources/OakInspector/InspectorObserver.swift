public import Oak
public import Synchronization

/// The observer of a run for an ``Inspector``; see ``Inspector/watch(_:)``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct InspectorObserver: TransducerObserver, Sendable {
    @usableFromInline let watch: Watch
    /// Not retained for each look at it: the watch keeps it.
    @usableFromInline let attention: Unmanaged<Attention>

    /// - Parameters:
    ///   - ledger: The runs.
    ///   - name: The name of the machine.
    ///   - sendable: The types of its values if other threads may read them.
    init(ledger: Ledger, name: String, sendable: [ObjectIdentifier]? = nil) {
        watch = Watch(ledger: ledger, name: name, sendable: sendable)
        attention = .passUnretained(watch.attention)
    }

    /// Whether a page is open.
    @inlinable public var observesTransitions: Bool { attention._withUnsafeGuaranteedRef { $0.isOn } }

    @_documentation(visibility: internal)
    // Inlined, so that values which nobody sees are not copied.
    @inlinable
    public func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        // The frequent ones are told apart where their types are known, which saves a search for those.
        switch occurrence {
        case .runStarted: watch.begin(occurrence)
        case .eventTaken(let event, let origin): watch.witness?.take(event, from: origin)
        case .transition(let source, _, let target): watch.witness?.step(from: source, to: target)
        case .output(let output): if Output.self != Void.self { watch.witness?.tell(output) }
        case .eventPostponed, .eventUnexpected, .sendRejected, .effectStarted, .effectEnded, .effectCancelled,
            .effectOverdue, .runEnded:
            watch.note(occurrence)
        }
    }

}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension InspectorObserver: RunInstrument {
    // Nobody may have the page open when a machine fails, or rejects an event.
    @usableFromInline package static var standing: ObserverStanding { .watch }

    @usableFromInline package func note(_ note: RunNote) { watch.note(note) }

    @usableFromInline package func rest<State>(in state: () -> State) {
        let attention = attention._withUnsafeGuaranteedRef { ($0.isOn, $0.isAsking) }
        if attention.1 { watch.receive(state()) }
        if attention.0 { watch.witness?.endMacrostep() }
    }

    @usableFromInline package func start(_ operation: EffectSummary, _ start: () -> Void) {
        // Somebody may begin to watch while the operation works.
        SendingRun.$current.withValue(watch.identity, operation: start)
    }

    @usableFromInline package func surround<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard observesTransitions, let run = watch.identity else { return try body() }
        return try SendingRun.$current.withValue(run, operation: body)
    }

    @usableFromInline package nonisolated(nonsending) func surround<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard observesTransitions, let run = watch.identity else { return try await body() }
        return try await SendingRun.$current.withValue(run, operation: body)
    }
}

/// The watched run on whose behalf the current code sends events.
enum SendingRun {
    @TaskLocal static var current: ObjectIdentifier?
}

/// Whether somebody watches, for the thread of a machine.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@usableFromInline final class Attention: Sendable {
    @usableFromInline static var on: Int { 1 }
    @usableFromInline static var asked: Int { 2 }

    @usableFromInline let bits = Atomic(0)
    /// The watched runs that have sent the events which wait; `nil` until somebody watches.
    private let known = Mutex<EventSenders<ObjectIdentifier>?>(nil)

    var senders: EventSenders<ObjectIdentifier> {
        known.withLock { known in
            let senders = known ?? EventSenders()
            known = senders
            return senders
        }
    }

    /// Whether a page is open.
    @inlinable var isOn: Bool { bits.load(ordering: .relaxed) & Self.on != 0 }

    /// Whether the page needs the state of a machine at rest.
    @inlinable var isAsking: Bool { bits.load(ordering: .relaxed) & Self.asked != 0 }

    /// Begins, with a question for the state of a machine at rest.
    func begin() { bits.store(Self.on | Self.asked, ordering: .releasing) }

    func end() {
        bits.store(0, ordering: .releasing)
        known.withLock { $0 }?.forgetAll()
    }

    /// Whether the state was asked for; it is no more afterwards.
    func takeQuestion() -> Bool {
        bits.bitwiseAnd(~Self.asked, ordering: .acquiringAndReleasing).oldValue & Self.asked != 0
    }
}

/// The types of the values of a machine.
func valueTypes<State, Event, Output>(
    _ state: State.Type, _ event: Event.Type, _ output: Output.Type
) -> [ObjectIdentifier] {
    [ObjectIdentifier(state), ObjectIdentifier(event), ObjectIdentifier(output)]
}

/// The run of an observer.
///
/// Only the thread of the machine calls it, and it tells everything to a ``Witness``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@usableFromInline final class Watch: Sendable {
    let attention = Attention()
    private let ledger: Ledger
    private let name: String
    private let sendable: [ObjectIdentifier]?
    private let present = Mutex<(access: RunAccess?, witness: Witness?)>((nil, nil))

    init(ledger: Ledger, name: String, sendable: [ObjectIdentifier]?) {
        self.ledger = ledger
        self.name = name
        self.sendable = sendable
    }

    @usableFromInline var witness: Witness? { present.withLock { $0.witness } }

    /// The identity of the run, once it has begun.
    var identity: ObjectIdentifier? { present.withLock { $0.access?.identity } }

    func note(_ note: RunNote) {
        switch note {
        case .begins(let run): present.withLock { $0.access = run }
        case .arrives, .moves, .drops, .takes:
            guard attention.isOn else { return }
            let sender = attention.senders.follow(note) { _ in attention.isOn ? SendingRun.current : nil }
            if let sender { witness?.take(sentBy: sender) }
        case .delays(let effect, let seconds):
            // Nobody needs more than a century, and a longer time may be too large for a duration.
            witness?.wait(effect, .seconds(min(max(seconds, 0), 3.2e9)))
        }
    }

    @usableFromInline func begin<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        let access = present.withLock { $0.access }
        let (machine, start) = (ledger.name(ofMachineWith: State.self), ledger.time())
        let title = News.Title(
            name: name, machine: machine, parent: SendingRun.current.flatMap { ledger.number(of: $0, at: start) },
            outline: ledger.outline(of: machine))
        let record = ledger.newRecord(title, access: access, start: start)
        let witness = Witness(
            of: record, attention: attention, ledger: ledger,
            maySendValues: sendable == valueTypes(State.self, Event.self, Output.self))
        present.withLock { $0.witness = witness }
        ledger.add(witness)
        if attention.isOn, case .runStarted(let state) = occurrence { witness.begin(in: state) }
    }

    @usableFromInline func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        guard let witness else { return }
        witness.note(occurrence)
        guard case .runEnded = occurrence else { return }
        present.withLock { $0.witness = nil }
        ledger.end(witness.record)
    }

    @usableFromInline func receive<State>(_ state: State) {
        if attention.takeQuestion() { witness?.show(state) }
    }
}
