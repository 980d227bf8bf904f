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

    @_documentation(visibility: internal) @inlinable
    public func _endMacrostep() {
        if observesTransitions { watch.witness?.endMacrostep() }
    }

    @_documentation(visibility: internal) @inlinable
    public var _asksForState: Bool { attention._withUnsafeGuaranteedRef { $0.isAsking } }

    @_documentation(visibility: internal) @inlinable
    public func _receive<State>(_ state: State) { watch.receive(state) }

    // Nobody may have the page open when a machine fails, or rejects an event.
    @_documentation(visibility: internal) @inlinable
    public static var _tellsOfFailures: Bool { false }

    @_documentation(visibility: internal) @inlinable
    public static var _reachesRun: Bool { true }

    @_documentation(visibility: internal)
    public func _runBegins(_ run: _RunAccess) { watch.reach(run) }

    @_documentation(visibility: internal) @inlinable
    public func _takeEvent(sentBy run: ObjectIdentifier?) {
        if let run { watch.witness?.take(sentBy: run) }
    }

    @_documentation(visibility: internal)
    public func _waits(_ effect: EffectSummary, seconds: Double) { watch.wait(effect, seconds: seconds) }
}

/// Whether somebody watches, for the thread of a machine.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@usableFromInline final class Attention: Sendable {
    @usableFromInline static var on: Int { 1 }
    @usableFromInline static var asked: Int { 2 }

    @usableFromInline let bits = Atomic(0)

    /// Whether a page is open.
    @inlinable var isOn: Bool { bits.load(ordering: .relaxed) & Self.on != 0 }

    /// Whether the page needs the state of a machine at rest.
    @inlinable var isAsking: Bool { bits.load(ordering: .relaxed) & Self.asked != 0 }

    /// Begins, with a question for the state of a machine at rest.
    func begin() { bits.store(Self.on | Self.asked, ordering: .releasing) }

    func end() { bits.store(0, ordering: .releasing) }

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
    private let present = Mutex<(access: _RunAccess?, witness: Witness?)>((nil, nil))

    init(ledger: Ledger, name: String, sendable: [ObjectIdentifier]?) {
        self.ledger = ledger
        self.name = name
        self.sendable = sendable
    }

    @usableFromInline var witness: Witness? { present.withLock { $0.witness } }

    func reach(_ run: _RunAccess) { present.withLock { $0.access = run } }

    @usableFromInline func begin<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        let access = present.withLock { $0.access.take() }
        let (machine, start) = (machineName(ofState: State.self), ledger.time())
        let title = News.Title(
            name: name, machine: machine, parent: access?.starter.flatMap { ledger.number(of: $0, at: start) },
            outline: ledger.outline(of: machine))
        let record = ledger.newRecord(title, access: access, start: start)
        let witness = Witness(
            of: record, access: access, attention: attention, settings: ledger.settings, clock: ledger.time,
            maySendValues: sendable == valueTypes(State.self, Event.self, Output.self)
        ) { [weak ledger] run, time in ledger?.number(of: run, at: time) }
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

    func wait(_ effect: EffectSummary, seconds: Double) {
        // Nobody needs more than a century, and a longer time may be too large for a duration.
        witness?.wait(effect, .seconds(min(max(seconds, 0), 3.2e9)))
    }

    @usableFromInline func receive<State>(_ state: State) {
        if attention.takeQuestion() { witness?.show(state) }
    }
}
