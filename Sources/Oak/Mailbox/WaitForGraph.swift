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

    /// The name of the machine.
    private let machine: String
    /// For comparison only.
    private let task: UnsafeCurrentTask?
    /// The mailbox that this run takes its events from.
    private weak let own: (any AwaitedMailbox)?
    /// The mailbox at which this run waits. Guarded by the lock.
    private var awaited: (any AwaitedMailbox)?

    private init(machine: String, at mailbox: any AwaitedMailbox) {
        self.machine = machine
        own = mailbox
        task = withUnsafeCurrentTask { $0 }
    }

    /// The run whose own task is the current one; `nil` inside an operation, which has a task beside it.
    @usableFromInline static var current: RunTask? {
        guard let inherited, inherited.task == withUnsafeCurrentTask(body: { $0 }) else { return nil }
        return inherited
    }

    /// Performs a run with the current task as its own.
    @usableFromInline
    nonisolated(nonsending)
        static func perform(
            _ run: nonisolated(nonsending) () async -> Void, of machine: Any.Type, at mailbox: any AwaitedMailbox
        ) async
    {
        let current = RunTask(machine: "\(machine)", at: mailbox)
        lock.withLock { mailbox.runTask = current }
        await $inherited.withValue(current, operation: run)
        lock.withLock { mailbox.runTask = nil }
    }

    /// Admits senders waiting for room in this run's mailbox before the run waits itself.
    ///
    /// The run admits them whenever it takes events, which it does not do while it waits. Room may have appeared since
    /// the last time, and no sender may wait for room that exists.
    @usableFromInline func makeRoom() { own?.admitWaiting() }

    /// Records that this run waits at a mailbox, either for an event to be processed or for the whole run behind it.
    ///
    /// - Throws: ``TransducerError/deadlock(cycle:)`` if the run behind that mailbox waits for this one, directly or
    ///   through others.
    @usableFromInline func wait(at mailbox: any AwaitedMailbox) throws {
        try RunTask.lock.withLock {
            var cycle = [machine]
            var next = mailbox.runTask
            while let run = next, run !== self {
                cycle.append(run.machine)
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

/// A mailbox as seen by a waiting run.
@usableFromInline protocol AwaitedMailbox: AnyObject {
    /// Admits as many waiting senders as fit.
    func admitWaiting()

    /// The task of the run that takes the events, if it has one of its own. Guarded by the lock of all edges.
    var runTask: RunTask? { get set }
}
