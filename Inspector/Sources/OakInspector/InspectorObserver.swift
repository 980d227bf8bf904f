public import Oak
public import Synchronization

/// The observer of a run for an ``Inspector``; see ``Inspector/watch(_:)``.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct InspectorObserver: TransducerObserver, Sendable {
    @usableFromInline let watch: Watch
    /// The watch, which is not retained for each look at it.
    @usableFromInline let unretained: Unmanaged<Watch>

    /// - Parameters:
    ///   - ledger: The runs.
    ///   - name: The name of the machine.
    ///   - sendable: The types of its values if other threads may read them.
    init(ledger: Ledger, name: String, sendable: [ObjectIdentifier]? = nil) {
        watch = Watch(ledger: ledger, name: name, sendable: sendable)
        unretained = .passUnretained(watch)
    }

    /// Whether a page is open.
    @inlinable public var observesTransitions: Bool { unretained._withUnsafeGuaranteedRef { $0.isOn } }

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
        let (isOn, isAsking) = unretained._withUnsafeGuaranteedRef { ($0.isOn, $0.isAsking) }
        if isAsking { watch.receive(state()) }
        if isOn { watch.witness?.endMacrostep() }
    }

    @usableFromInline package func start(_ operation: EffectSummary, _ start: () -> Void) {
        // Somebody may begin to watch while the operation works.
        SendingRun.$current.withValue(watch, operation: start)
    }

    @usableFromInline package func surround<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard observesTransitions else { return try body() }
        return try SendingRun.$current.withValue(watch, operation: body)
    }

    @usableFromInline package nonisolated(nonsending) func surround<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        guard observesTransitions else { return try await body() }
        return try await SendingRun.$current.withValue(watch, operation: body)
    }
}

/// The watched run on whose behalf the current code sends events.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum SendingRun {
    @TaskLocal static var current: Watch?
}

/// The types of the values of a machine.
func valueTypes<State, Event, Output>(
    _ state: State.Type, _ event: Event.Type, _ output: Output.Type
) -> [ObjectIdentifier] {
    [ObjectIdentifier(state), ObjectIdentifier(event), ObjectIdentifier(output)]
}

/// The run of an observer, and whether somebody watches it.
///
/// Only the thread of the machine calls it, apart from senders of events. It tells everything to a ``Witness``, which
/// is made when there is something to tell: most runs are watched by nobody.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@usableFromInline final class Watch: @unchecked Sendable {
    private enum Phase {
        case new
        case underWay(Witness?)
        case over
    }

    @usableFromInline static var on: Int { 1 }
    @usableFromInline static var asked: Int { 2 }

    @usableFromInline let bits = Atomic(0)
    let ledger: Ledger
    private let sendable: [ObjectIdentifier]?
    private let lock = Lock()
    // Guarded by the lock.
    private var phase = Phase.new
    private var title: News.Title
    private var number = 0
    private var start = Duration.zero
    private var maySendValues = false
    private var access: RunAccess?
    /// The watched runs that have sent the events which wait; `nil` until somebody watches.
    private var known: EventSenders<Int>?

    init(ledger: Ledger, name: String, sendable: [ObjectIdentifier]?) {
        self.ledger = ledger
        title = News.Title(name: name, machine: "")
        self.sendable = sendable
    }

    // MARK: Attention

    /// Whether a page is open.
    @inlinable var isOn: Bool { bits.load(ordering: .relaxed) & Self.on != 0 }

    /// Whether the page needs the state of a machine at rest.
    @inlinable var isAsking: Bool { bits.load(ordering: .relaxed) & Self.asked != 0 }

    /// Begins to watch, with a question for the state of a machine at rest.
    func turnOn() { bits.store(Self.on | Self.asked, ordering: .releasing) }

    func turnOff() {
        bits.store(0, ordering: .releasing)
        lock.withLock { known }?.forgetAll()
    }

    @usableFromInline func receive<State>(_ state: State) {
        let question = bits.bitwiseAnd(~Self.asked, ordering: .acquiringAndReleasing).oldValue & Self.asked
        if question != 0 { witness?.show(state) }
    }

    // MARK: The run

    /// The witness of the run while that is under way.
    @usableFromInline var witness: Witness? {
        lock.withLock {
            guard case .underWay(let present) = phase else { return nil }
            if let present { return present }
            let record = ledger.record(number, title, access: access, start: start)
            let witness = Witness(of: record, watch: self, maySendValues: maySendValues)
            phase = .underWay(witness)
            return witness
        }
    }

    /// The number of the run that sends events on the current task, if it has one in a ledger.
    private static func sender(in ledger: Ledger) -> Int? {
        guard let watch = SendingRun.current, watch.ledger === ledger else { return nil }
        let number = watch.lock.withLock { watch.number }
        return number > 0 ? number : nil
    }

    func note(_ note: RunNote) {
        switch note {
        case .begins(let run): lock.withLock { access = run }
        case .arrives, .moves, .drops, .takes:
            guard isOn else { return }
            let senders = lock.withLock {
                let senders = known ?? EventSenders()
                known = senders
                return senders
            }
            let sender = senders.follow(note) { _ in isOn ? Self.sender(in: ledger) : nil }
            if let sender { witness?.take(sentBy: sender) }
        case .delays(let effect, let seconds):
            // Nobody needs more than a century, and a longer time may be too large for a duration.
            witness?.wait(effect, .seconds(min(max(seconds, 0), 3.2e9)))
        }
    }

    @usableFromInline func begin<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        let machine = ledger.name(ofMachineWith: State.self)
        let (parent, outline, own) = (Self.sender(in: ledger), ledger.outline(of: machine), ledger.nextNumber())
        lock.withLock {
            title = News.Title(name: title.name, machine: machine, parent: parent, outline: outline)
            (number, start) = (own, ledger.time())
            maySendValues = sendable == valueTypes(State.self, Event.self, Output.self)
            phase = .underWay(nil)
        }
        ledger.add(self, Report(run: own, time: start, news: .began(title)))
        if isOn, case .runStarted(let state) = occurrence { witness?.begin(in: state) }
    }

    @usableFromInline func note<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        guard let witness else { return }
        witness.note(occurrence)
        guard case .runEnded = occurrence else { return }
        lock.withLock { phase = .over }
        ledger.end(witness.record)
    }
}
