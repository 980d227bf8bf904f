/// The task in which a run delivers its outputs and carries out its actions.
///
/// While a function that it calls there waits for another machine, the macrostep under way waits with it. What waits for
/// what is an edge of a wait-for graph; a cycle in it is a deadlock (Holt, "Some Deadlock Properties of Computer Systems",
/// ACM Computing Surveys, 1972). Each run waits for one other at a time, so to find a cycle is to follow a path.
@usableFromInline
final class RunTask: @unchecked Sendable {
    /// Guards all edges. Senders reach for it only when they are to be suspended within a macrostep.
    private static let lock = Lock()

    /// That of the run whose task this is, or from whose task this one has its task-local values.
    @TaskLocal private static var inherited: RunTask?

    /// The name of the machine.
    private let machine: String
    /// For comparison only.
    private let task: UnsafeCurrentTask?
    /// Where the events of this run come from.
    private weak let own: (any AwaitedMailbox)?
    /// Whose mailbox this run waits at. Guarded by the lock.
    private var awaited: (any AwaitedMailbox)?

    private init(machine: String, at mailbox: any AwaitedMailbox) {
        self.machine = machine
        own = mailbox
        task = withUnsafeCurrentTask { $0 }
    }

    /// The run in whose own task this is called; an operation is in a task beside it.
    @usableFromInline
    static var current: RunTask? {
        guard let inherited, inherited.task == withUnsafeCurrentTask(body: { $0 }) else { return nil }
        return inherited
    }

    /// Makes the current task that of a run.
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

    /// Lets those who wait for room into the mailbox of this run, before the run waits itself.
    ///
    /// They are let in when the run takes events, which it does not while it waits; in between there may be room already, and
    /// nobody is to wait for what is there.
    @usableFromInline
    func makeRoom() { own?.admitWaiting() }

    /// Notes that this run waits at a mailbox: for an event to be dealt with, or for the whole run behind it.
    ///
    /// - Throws: ``TransducerError/deadlock(cycle:)`` if the run behind that mailbox waits, perhaps by way of others, for this one.
    @usableFromInline
    func wait(at mailbox: any AwaitedMailbox) throws {
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

    /// Notes that this run need not wait any longer.
    @usableFromInline
    func endWait() {
        let mailbox = RunTask.lock.withLock { awaited.take() }
        withExtendedLifetime(mailbox) {}
    }
}

/// A mailbox as one waits at it.
@usableFromInline
protocol AwaitedMailbox: AnyObject {
    /// Lets those who wait for room in as far as there is room.
    func admitWaiting()

    /// The task of the run that takes the events, if it is in one of its own. Guarded by the lock of all edges.
    var runTask: RunTask? { get set }
}
