/// Knows in which state the runs of a task are, and which event each has taken last.
///
/// A scenario of a test that is stuck says so. Unlike an observer a witness changes nothing about a run: everything happens
/// in the same order with it as without. Runs look for one when they begin; the path of an event knows nothing of it.
@usableFromInline
package final class RunWitness: Sendable {
    /// The witness of the current task and of those that it has started.
    @TaskLocal package static var current: RunWitness?

    /// The latest news of a run.
    package struct Standing {
        package let machine: Any.Type
        package var state: Any
        package var lastEvent: Any?
    }

    private let standings = Standings()

    package init() {}

    /// The standings of the runs that have not ended, in the order in which they began.
    package var current: [Standing] { standings.all }

    fileprivate func begin(_ standing: Standing) -> Int { standings.add(standing) }
    fileprivate func update(_ number: Int, _ change: (inout Standing) -> Void) { standings.change(number, change) }
    fileprivate func end(_ number: Int) { standings.remove(number) }
}

/// The standings of runs, behind a lock.
private final class Standings: @unchecked Sendable {
    private let lock = Lock()
    private var content: [Int: RunWitness.Standing] = [:]
    private var last = 0

    var all: [RunWitness.Standing] {
        lock.withLock { content.sorted { $0.key < $1.key }.map(\.value) }
    }

    func add(_ standing: RunWitness.Standing) -> Int {
        lock.withLock {
            last += 1
            content[last] = standing
            return last
        }
    }

    func change(_ number: Int, _ change: (inout RunWitness.Standing) -> Void) {
        lock.withLock {
            guard var standing = content.removeValue(forKey: number) else { return }
            change(&standing)
            content[number] = standing
        }
    }

    func remove(_ number: Int) {
        let removed = lock.withLock { content.removeValue(forKey: number) }
        // The user's values are given up outside of the lock.
        _ = removed
    }
}

/// Lets a witness know what an observer is told.
@usableFromInline
final class Witnessing<Observer: TransducerObserver>: TransducerObserver, QuietObserver {
    @usableFromInline static var isQuiet: Bool { !Observer.isActive }

    private let witness: RunWitness
    private let machine: Any.Type
    private let observer: Observer
    private var number: Int?

    init(_ witness: RunWitness, of machine: Any.Type, beside observer: Observer) {
        (self.witness, self.machine, self.observer) = (witness, machine, observer)
    }

    @usableFromInline
    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        switch occurrence {
        case .runStarted(let state):
            number = witness.begin(RunWitness.Standing(machine: machine, state: state))
        case .eventTaken(let event, _): update { $0.lastEvent = event }
        case .transition(_, _, let state): update { $0.state = state }
        case .runEnded:
            if let number { witness.end(number) }
        case .eventPostponed, .eventUnexpected, .output, .effectStarted, .effectEnded, .effectCancelled, .effectOverdue,
            .sendRejected:
            break
        }
        if Observer.isActive { observer.observe(occurrence) }
    }

    private func update(_ change: (inout RunWitness.Standing) -> Void) {
        if let number { witness.update(number, change) }
    }
}

/// An observer for whose sake a run does nothing that it would not do without it.
@usableFromInline
protocol QuietObserver {
    static var isQuiet: Bool { get }
}

extension TransducerObserver {
    /// Whether a run is to find out for its observer also what it would not find out for itself.
    @inlinable
    static var isInquisitive: Bool { isActive && !((Self.self as? any QuietObserver.Type)?.isQuiet ?? false) }
}

extension ExecutableTransducer {
    /// Whether there is a witness of the current task.
    // A function, so that clients need not know how it is found, and not the witness: it would take room in the frame of a run.
    @usableFromInline
    static var isWitnessed: Bool { RunWitness.current != nil }

    /// Runs a machine under the eyes of the witness.
    // Not inlined: it is for tests, and clients are not to be larger for it.
    @usableFromInline
    static func executeWitnessed<Store: Storage<State>, Outlet: Subject<Output>, Observer: TransducerObserver>(
        storage: Store, mailbox: Mailbox<Event>, env: Env, outlet: Outlet,
        observer: Observer, settings: RunSettings, isolation: isolated (any Actor)?
    ) async throws -> Output {
        try await perform(
            storage: storage, mailbox: mailbox, env: env, outlet: outlet,
            observer: Witnessing(RunWitness.current ?? RunWitness(), of: Self.self, beside: observer),
            settings: settings, isolation: isolation)
    }
}
