/// A `send` that suspends its caller. Guarded by the mailbox's lock.
@usableFromInline final class SuspendedSend<Event>: @unchecked Sendable {
    @usableFromInline enum Progress {
        case beginning
        case suspended(UnsafeContinuation<Void, any Error>)
        case settled
    }

    @usableFromInline let goal: SendGoal
    /// The operation whose input the event goes through, if any.
    @usableFromInline let operation: Operation<Event>?
    /// The run that waits, if it called the sending function within a macrostep.
    @usableFromInline let run: RunTask?
    @usableFromInline var progress = Progress.beginning

    /// The operation whose place the event occupies or waits for; `nil` for a place shared by senders outside.
    @usableFromInline var payer: Operation<Event>?
    /// The number of the send in its line.
    @usableFromInline var number = 0
    /// The event while it waits in line. A leftover event belongs to the user and is released with the caller, after
    /// the lock.
    @usableFromInline var event: Event?

    @inlinable init(goal: SendGoal, operation: Operation<Event>?) {
        self.goal = goal
        self.operation = operation
        run = RunTask.current
    }

    /// Ends the wait and returns the continuation, if any, to resume after releasing the lock.
    @inlinable func settle() -> UnsafeContinuation<Void, any Error>? {
        defer { progress = .settled }
        guard case .suspended(let continuation) = progress else { return nil }
        run?.endWait()
        return continuation
    }

    /// The mark of the event in the queue once it has a place.
    @inlinable var sender: Sender<Event>? {
        switch (goal, payer, operation) {
        case (.macrostep, _, _): .suspended(self)
        case (.room, let payer?, _): .operation(payer)
        case (.room, nil, let operation?): .formerOperation(operation)
        case (.room, nil, nil): nil
        }
    }
}

/// The condition that ends the wait of a suspended sender.
@usableFromInline enum SendGoal {
    /// The event has a place in the mailbox.
    case room
    /// The macrostep of the event is done.
    case macrostep
}

/// The origin of an event in the mailbox, unless it is a plain one from outside.
@usableFromInline enum Sender<Event> {
    case operation(Operation<Event>)
    /// An input whose operation has already returned.
    case formerOperation(Operation<Event>)
    case suspended(SuspendedSend<Event>)

    /// The operation whose input the event came through, if any.
    @inlinable var operation: Operation<Event>? {
        switch self {
        case .operation(let operation), .formerOperation(let operation): operation
        case .suspended(let send): send.operation
        }
    }

    /// The operation whose place the event occupies; `nil` for a place shared by senders outside.
    @inlinable var payer: Operation<Event>? {
        switch self {
        case .operation(let operation): operation
        case .formerOperation: nil
        case .suspended(let send): send.payer
        }
    }
}
