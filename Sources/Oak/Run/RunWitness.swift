/// Records the state and the latest event of each run of a task, and the problems that are told of.
///
/// A test scenario that is stuck reports them. Unlike an observer, a witness does not change a run: everything happens
/// in the same order as without it. A run looks for a witness when it begins, so unwitnessed events cost nothing.
@usableFromInline package final class RunWitness: @unchecked Sendable {
    /// The witness of the current task and of the tasks that it has started.
    @TaskLocal package static var current: RunWitness?

    /// The latest state and event of a run.
    package struct Standing {
        package let machine: Any.Type
        package var state: Any
        package var lastEvent: Any?
    }

    private let lock = Lock()
    private var standings: [Int: Standing] = [:]
    private var last = 0
    private var problems: [String: Int] = [:]

    package init() {}

    /// Notes a problem that something goes on from.
    package func note(_ problem: String) { lock.withLock { problems[problem, default: 0] += 1 } }

    /// The problem that came most often, and how often, if it came again and again.
    package var repeatedProblem: (text: String, count: Int)? {
        let most = lock.withLock { problems.max { ($0.value, $1.key) < ($1.value, $0.key) } }
        return most.flatMap { $0.value > 1 ? ($0.key, $0.value) : nil }
    }

    /// The standings of the runs that have not ended, in the order in which they began.
    package var current: [Standing] {
        lock.withLock { standings.sorted { $0.key < $1.key }.map(\.value) }
    }

    fileprivate func begin(_ standing: Standing) -> Int {
        lock.withLock {
            last += 1
            standings[last] = standing
            return last
        }
    }

    fileprivate func update(_ number: Int, _ change: (inout Standing) -> Void) {
        guard var standing = lock.withLock({ standings[number] }) else { return }
        change(&standing)
        replace(number, by: standing)
    }

    fileprivate func end(_ number: Int) { replace(number, by: nil) }

    private func replace(_ number: Int, by standing: Standing?) {
        let replaced = lock.withLock { () -> Standing? in
            defer { standings[number] = standing }
            return standings[number]
        }
        // The user's values are released outside of the lock.
        withExtendedLifetime(replaced) {}
    }
}

/// Passes occurrences on to a witness.
final class Witnessing: TransducerObserver, QuietObserver {
    @usableFromInline static var isQuiet: Bool { true }
    static var _tellsOfFailures: Bool { false }

    private let witness: RunWitness
    private let machine: Any.Type
    private var number: Int?

    init(_ witness: RunWitness, of machine: Any.Type) { (self.witness, self.machine) = (witness, machine) }

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
    }

    private func update(_ change: (inout RunWitness.Standing) -> Void) {
        if let number { witness.update(number, change) }
    }
}

/// An observer for which a run gathers no more than it needs itself.
@usableFromInline protocol QuietObserver {
    static var isQuiet: Bool { get }
}

extension CombinedObserver: QuietObserver {
    @usableFromInline static var isQuiet: Bool { !First.isInquisitive && !Second.isInquisitive }
}

extension TransducerObserver {
    /// Whether a run gathers information for its observer that it does not need itself.
    @inlinable
    static var isInquisitive: Bool { isActive && !((Self.self as? any QuietObserver.Type)?.isQuiet ?? false) }
}

extension ExecutableTransducer {
    /// Whether the current task has a witness.
    // Not inlined: clients need neither the lookup nor the witness, which would enlarge the frame of a run.
    @usableFromInline static var isWitnessed: Bool { RunWitness.current != nil }

    /// Runs a machine with the witness of the current task.
    // Not inlined: only tests use it, and it should not enlarge clients.
    @usableFromInline
    nonisolated(nonsending) static func executeWitnessed<
        Store: Storage<State>, Outlet: Subject<Output>, Observer: TransducerObserver
    >(
        storage: Store, mailbox: Mailbox<Event>, env: Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) async throws -> Output {
        try await perform(
            storage: storage, mailbox: mailbox, env: env, outlet: outlet,
            observer: CombinedObserver(Witnessing(RunWitness.current ?? RunWitness(), of: Self.self), observer),
            settings: settings)
    }
}
