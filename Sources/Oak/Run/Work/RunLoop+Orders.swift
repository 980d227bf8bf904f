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
        // The usual single order is moved, which costs less than a copy.
        if orders.count == 1 {
            let order = orders.removeLast()
            let isCarriedOut = carryOut(order, on: actor)
            if !isCarriedOut { orders.append(order) }
            return isCarriedOut
        }
        for index in orders.indices where !carryOut(orders[index], on: actor) {
            orders.removeFirst(index)
            return false
        }
        orders.empty()
        return true
    }

    @inlinable
    @inline(__always)
    mutating func carryOut(_ order: Order<T.Event, T.Env, T.Input>, on actor: (any Actor)?) -> Bool {
        switch order {
        case .start(let operation): return start(operation, on: actor)
        case .cancel(let operation):
            cancel(operation)
            return true
        }
    }

    /// Starts an operation in a task.
    ///
    /// - Returns: Whether the loop can do so now.
    @inlinable mutating func start(_ operation: Machine.Live.Operation, on actor: (any Actor)?) -> Bool {
        // A machine that has been cancelled meanwhile begins no more effects.
        guard !operation.isCancelled, !mailbox.isInterrupted, let effect = operation.effect else { return true }
        guard mayBegin(effect, on: actor) else { return false }
        if case .operation(let body) = effect.form {
            switch body {
            case .ownIsolation where effect.startDelay == nil, .answering where effect.startDelay == nil, .bound: break
            case .ownIsolation, .answering, .systemActor, .lifted:
                operation.bound = bind(body, after: effect.startDelay?.sleep, for: operation, on: actor)
                operation.effect = nil
            }
        }
        operation.isStarted = true
        // An end without consequences wakes nothing; the loop notices it with the next event.
        start(operation, wakingAtEnd: operation.scope != nil || Observer.isInquisitive)
        return true
    }

    /// Starts the task of an operation.
    @inlinable mutating func start(_ operation: Machine.Live.Operation, wakingAtEnd wakes: Bool) {
        let carrier = carrier
        if carrier.workplace == nil { carrier.workplace = Workplace(mailbox, env) }
        operation.workplace = carrier.workplace
        operation.wakesAtEnd = wakes
        guard Observer.isActive, let instruments = interpreter.instruments else {
            return carrier.tasks.start(operation)
        }
        // The task takes the surroundings along.
        instruments.start(operation.summary) { carrier.tasks.start(operation) }
    }

    /// The function of an operation that needs more than an environment and an input.
    // Mutating, because the loop would otherwise be copied first.
    @inlinable
    @inline(never)
    mutating func bind(
        _ body: Effect.OperationBody, after sleep: (@Sendable () async throws -> Void)?,
        for operation: Operation<T.Event>, on actor: (any Actor)?
    ) -> Effect.BoundFunction {
        do {
            let port = InputPort(.mailbox(mailbox, from: operation))
            let function = try body.bound(to: SystemIsolated(env), sendingTo: port, on: actor)
            if case .systemActor = body.place, let actor {
                let bound = BoundOperation(function)
                return { try await bound.perform(after: sleep, on: actor) }
            }
            guard let sleep else { return function }
            return {
                try await sleep()
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
        let (error, answer) = (operation.failure.take(), operation.answer.take()?.event)
        // Every operation with another role than that of a watcher is one of the interpreter.
        do {
            try interpreter.end(
                unsafeDowncast(operation, to: Machine.Live.Operation.self), throwing: error, answering: answer)
        } catch {
            blame(operation.summary)
            throw error
        }
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

extension LiveOperation where Input: TransducerInput<Event> {
    /// Performs the work, and posts its end after releasing everything that the work holds.
    @inlinable
    @inline(__always)
    nonisolated(nonsending) func perform() async {
        guard let mailbox = workplace?.mailbox else { return }
        do {
            // Released at the end of this block, because no value of the user's outlives the operation.
            if let workplace = workplace.take() {
                let (effect, bound) = (effect.take(), bound.take())
                if case .operation(let body)? = effect?.form {
                    let input = Input(InputPort(.mailbox(mailbox, from: self)))
                    answer = try await body.call(workplace.env, input).map { Answer($0.value) }
                } else {
                    answer = try await bound?().map { Answer($0.value) }
                }
            }
        } catch {
            failure = error
        }
        mailbox.post(endOf: self, waking: wakesAtEnd || failure != nil || answer != nil)
    }
}
