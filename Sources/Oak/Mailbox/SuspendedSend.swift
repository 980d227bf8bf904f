/// A `send` that suspends its caller. Guarded by the mailbox's lock.
@usableFromInline
final class SuspendedSend<Event>: @unchecked Sendable {
    @usableFromInline enum Progress {
        case beginning
        case suspended(UnsafeContinuation<Void, any Error>)
        case settled
    }

    @usableFromInline let goal: SendGoal
    /// The operation whose input it goes through, if it goes through one.
    @usableFromInline let operation: Operation<Event>?
    /// The run that waits, if the caller is a function that it has called within a macrostep.
    @usableFromInline let run: RunTask?
    @usableFromInline var progress = Progress.beginning

    /// The operation whose place the event has, or waits for; `nil` if it is one of those from outside.
    @usableFromInline var payer: Operation<Event>?
    /// The number under which it stands in line.
    @usableFromInline var number = 0
    /// The event, for as long as it is in line. What is left is let go with the caller, after the lock: it is the user's.
    @usableFromInline var event: Event?

    @inlinable
    init(goal: SendGoal, operation: Operation<Event>?) {
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

    /// How the event is marked in the queue once it has a place.
    @inlinable
    var sender: Sender<Event>? {
        switch (goal, payer, operation) {
        case (.macrostep, _, _): .suspended(self)
        case (.room, let payer?, _): .operation(payer)
        case (.room, nil, let operation?): .formerOperation(operation)
        case (.room, nil, nil): nil
        }
    }
}

/// What a caller waits for that has sent an event.
@usableFromInline
enum SendGoal {
    /// The event has a place in the mailbox.
    case room
    /// The macrostep of the event is done.
    case macrostep
}
