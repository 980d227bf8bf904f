/// A `send` that suspends its caller. Guarded by the mailbox's lock.
@usableFromInline
final class SuspendedSend: @unchecked Sendable {
    @usableFromInline enum Goal {
        /// The caller waits until the event has a place in the mailbox.
        case room
        /// The caller waits until the macrostep of the event is done.
        case macrostep
    }

    @usableFromInline enum Progress {
        case beginning
        case suspended(UnsafeContinuation<Void, any Error>)
        case settled
    }

    @usableFromInline let goal: Goal
    @usableFromInline let operation: Operation?
    /// The run that waits, if the caller is a function that it has called within a macrostep.
    @usableFromInline let run: RunTask?
    @usableFromInline var progress = Progress.beginning

    @inlinable
    init(goal: Goal, operation: Operation?) {
        self.goal = goal
        self.operation = operation
        run = RunTask.current
    }

    /// Ends the wait; the continuation, if there is one, is to be resumed after the lock is released.
    @inlinable
    func settle() -> UnsafeContinuation<Void, any Error>? {
        defer { progress = .settled }
        guard case .suspended(let continuation) = progress else { return nil }
        run?.endWait()
        return continuation
    }
}
