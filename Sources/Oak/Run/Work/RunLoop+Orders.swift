extension RunLoop {
    /// Carries out the orders of the interpreter.
    ///
    /// - Returns: Whether all are carried out; if not, the loop has to move into a task of its own first.
    @inlinable
    @inline(__always)
    mutating func carryOutOrders(on actor: (any Actor)?) -> Bool {
        guard let live = interpreter.existingLive, !live.orders.isEmpty else { return true }
        return carryOut(&live.orders, on: actor)
    }

    @inlinable
    @inline(never)
    mutating func carryOut(
        _ orders: inout [Order<T.Event, T.Env, T.Input>], on actor: (any Actor)?
    ) -> Bool {
        for (index, order) in orders.enumerated() {
            switch order {
            case .cancel(let operation): cancel(operation)
            case .start(let operation):
                guard start(operation, on: actor) else {
                    orders.removeFirst(index)
                    return false
                }
            }
        }
        orders.removeAll(keepingCapacity: orders.capacity <= 1024)
        return true
    }

    /// Starts an operation in a task.
    ///
    /// - Returns: Whether the loop can do so now.
    @inlinable mutating func start(_ operation: Machine.Live.Operation, on actor: (any Actor)?) -> Bool {
        // A machine that has been cancelled meanwhile begins no more effects.
        guard !operation.isCancelled, !mailbox.isInterrupted, let effect = operation.effect else { return true }
        guard mayBegin(effect, on: actor) else { return false }
        operation.work = function(of: effect, for: operation, on: actor)
        operation.effect = nil
        operation.isStarted = true
        // An end without consequences wakes nothing; the loop notices it with the next event.
        carrier.tasks.start(
            operation, postingTo: mailbox, wakingAtEnd: operation.scope != nil || Observer.isInquisitive)
        return true
    }

    /// The function that the operation's task calls.
    @inlinable func function(
        of work: Effect.Work, for operation: Operation<T.Event>, on actor: (any Actor)?
    ) -> @Sendable () async throws -> Disconnected<T.Event>? {
        guard case .operation(let body) = work.form else { return { nil } }
        let (port, env) = (InputPort(.mailbox(mailbox, from: operation)), SystemIsolated(env))
        let startDelay = work.startDelay
        do {
            let function = try body.bound(to: env, sendingTo: port, on: actor)
            if case .systemActor = body.place, let actor {
                let bound = BoundOperation(function)
                return { try await bound.perform(after: startDelay, on: actor) }
            }
            guard let startDelay else { return function }
            return {
                try await startDelay.sleep()
                return try await function()
            }
        } catch {
            return { throw error }
        }
    }

    /// Silences an operation and cancels its task.
    @inlinable mutating func cancel(_ operation: Operation<T.Event>) {
        // An operation that has returned already needs no cancellation.
        if mailbox.close(operation) { return }
        if Observer.isInquisitive { suspect(operation) }
        operation.task?.cancel()
    }

    /// Records the end of an operation.
    @inlinable mutating func noteEnd(of operation: Operation<T.Event>) throws {
        interpreter.reportRejections(of: intake)
        if operation.role == .watch { return noteEndOfWatch(operation) }
        existingCarrier?.watch.suspects.remove(operation.suspectNumber)
        // Taken out, because an input may retain the operation for long.
        let (error, answer) = (operation.failure.take(), operation.answer.take())
        // Every operation with another role than that of a watcher is one of the interpreter.
        try interpreter.end(
            unsafeDowncast(operation, to: Machine.Live.Operation.self), throwing: error, answering: answer)
    }

    /// Tells the mailbox whether the return of any operation has to wake the loop.
    @inlinable
    @inline(__always)
    mutating func heedReturns() {
        guard let existingCarrier, existingCarrier.heedsReturns != interpreter.awaitsReturns else { return }
        existingCarrier.heedsReturns.toggle()
        mailbox.heedEnds(existingCarrier.heedsReturns)
    }
}
