/// The task in which a run delivers its outputs and carries out its actions.
///
/// While a function called in this task waits for another machine, the macrostep under way waits with it. Each such
/// wait is an edge of a wait-for graph, and a cycle in that graph is a deadlock (Holt, "Some Deadlock Properties of
/// Computer Systems", ACM Computing Surveys, 1972). A run waits for at most one other at a time, so a search for a
/// cycle follows a single path.
@usableFromInline final class RunTask: @unchecked Sendable {
    /// Guards all edges. Senders acquire it only to suspend within a macrostep.
    private static let lock = Lock()

    /// The run that owns this task, or the task from which this one inherited its task-local values.
    @TaskLocal private static var inherited: RunTask?

    private let machine: Any.Type
    /// The executor of the machine.
    private let executor: UnsafeRawPointer?
    /// For comparison only.
    private let task: UnsafeCurrentTask?
    /// The mailbox that this run takes its events from, until the run ends. Guarded by the lock.
    // Not weak, because each retain of an object with weak references takes several times as long.
    private var own: (any AwaitedMailbox)?
    /// The mailbox at which this run waits. Guarded by the lock.
    private var awaited: (any AwaitedMailbox)?

    /// Makes the current task that of a run.
    @usableFromInline init(of machine: Any.Type, on actor: any Actor, at mailbox: any AwaitedMailbox) {
        self.machine = machine
        executor = actor.executorIdentity
        own = mailbox
        task = withUnsafeCurrentTask { $0 }
        Self.lock.withLock { mailbox.runTask = self }
    }

    /// Records that the run has ended.
    @usableFromInline func end() {
        let mailbox = Self.lock.withLock {
            own?.runTask = nil
            return own.take()
        }
        withExtendedLifetime(mailbox) {}
    }

    /// The run whose own task is the current one; `nil` inside an operation, which has a task beside it.
    @usableFromInline static var current: RunTask? {
        guard let inherited, inherited.task == withUnsafeCurrentTask(body: { $0 }) else { return nil }
        return inherited
    }

    /// The number of runs that call a function of the user's in their own task. None of them can be the current one as
    /// long as there is none, which costs less to see than to look for the current task.
    @usableFromInline static let performing = RelaxedCounter()

    /// Whether the current task is that of a run on the actor of another machine.
    @inlinable static func isCurrent(on driver: Driver) -> Bool {
        performing.load() > 0 && isCurrent(at: driver)
    }

    @usableFromInline static func isCurrent(at driver: Driver) -> Bool {
        current.map { $0.executor == driver.executor } ?? false
    }

    /// Performs a part of the run that calls functions of the user's.
    @usableFromInline
    nonisolated(nonsending) func perform(_ part: nonisolated(nonsending) () async -> Void) async {
        _ = Self.performing.add(1)
        defer { _ = Self.performing.add(-1) }
        await Self.$inherited.withValue(self, operation: part)
    }

    /// Admits senders waiting for room in this run's mailbox before the run waits itself.
    ///
    /// The run admits them whenever it takes events, which it does not do while it waits. Room may have appeared since
    /// the last time, and no sender may wait for room that exists.
    @usableFromInline func makeRoom() {
        let mailbox = Self.lock.withLock { own }
        mailbox?.admitWaiting()
    }

    /// Records that this run waits at a mailbox, either for an event to be processed or for the whole run behind it.
    ///
    /// - Throws: ``TransducerError/deadlock(cycle:)`` if the run behind that mailbox waits for this one, directly or
    ///   through others.
    @usableFromInline func wait(at mailbox: any AwaitedMailbox) throws {
        try RunTask.lock.withLock {
            var cycle = ["\(machine)"]
            var next = mailbox.runTask
            while let run = next, run !== self {
                cycle.append("\(run.machine)")
                next = run.awaited?.runTask
            }
            if next != nil { throw TransducerError.deadlock(cycle: cycle) }
            awaited = mailbox
        }
    }

    /// Records that this run no longer waits.
    @usableFromInline func endWait() {
        let mailbox = RunTask.lock.withLock { awaited.take() }
        withExtendedLifetime(mailbox) {}
    }
}

/// A mailbox as seen by those who know nothing of its events, such as a waiting run.
@usableFromInline protocol AwaitedMailbox: AnyObject {
    /// Admits as many waiting senders as fit.
    func admitWaiting()

    /// Lets the run loop look around, if it sleeps.
    func wake()

    /// The number of events from outside that have been accepted, and of those that the run loop has taken.
    var counts: (accepted: Int, taken: Int) { get }

    /// The task of the run that takes the events, if it has one of its own. Guarded by the lock of all edges.
    var runTask: RunTask? { get set }
}

extension AwaitedMailbox {
    /// The number of events that wait, an estimate while others send.
    @usableFromInline var waitingEvents: Int { counts.accepted - counts.taken }
}
