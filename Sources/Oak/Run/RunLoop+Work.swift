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
            return {
                try await sleep?()
                try Task.checkCancellation()
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
                    // Cancelled before it was called, it never is.
                    try Task.checkCancellation()
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

// MARK: - Grace periods

/// The cancelled operations of a run that have not returned.
@usableFromInline struct Watch<Event> {
    @usableFromInline typealias Suspect = (operation: Operation<Event>, wait: GracePeriod.Wait)

    /// The time that each may take before the observer is told.
    @usableFromInline let gracePeriod: GracePeriod
    @usableFromInline var suspects = NumberedQueue<Suspect>()
    @usableFromInline var lastNumber = 0
    /// Waits until the grace period of one suspect is over.
    @usableFromInline var watcher: Operation<Event>?
    /// The number of the suspect that the watcher waits for.
    @usableFromInline var watched = 0

    @inlinable init(_ gracePeriod: GracePeriod) { self.gracePeriod = gracePeriod }
}

// Each run has one watcher: grace periods are equally long, so they end in the order in which they began.
extension RunLoop {
    /// Starts the grace period of a cancelled operation.
    @usableFromInline mutating func suspect(_ operation: Operation<T.Event>) {
        carrier.watch.lastNumber += 1
        operation.suspectNumber = carrier.watch.lastNumber
        carrier.watch.suspects.append(
            (operation, carrier.watch.gracePeriod.begin()), number: operation.suspectNumber)
        if carrier.watch.watcher == nil { watchNext() }
    }

    /// Waits, concurrently with the machine, until the grace period of the next suspect is over.
    @usableFromInline mutating func watchNext() {
        guard let suspect = carrier.watch.suspects.first else { return }
        let summary = EffectSummary(kind: .operation, id: nil, number: 0)
        let watcher = Machine.Live.Operation(summary, as: .watch, of: nil, in: nil)
        watcher.bound = { [wait = suspect.wait] in
            try await wait()
            return nil
        }
        carrier.watch.watcher = watcher
        carrier.watch.watched = suspect.operation.suspectNumber
        start(watcher, wakingAtEnd: true)
    }

    @usableFromInline mutating func noteEndOfWatch(_ watcher: Operation<T.Event>) {
        carrier.watch.watcher = nil
        let suspect = carrier.watch.suspects.remove(carrier.watch.watched)
        guard watcher.failure == nil else { return }
        if let suspect { interpreter.report(.effectOverdue(suspect.operation.summary)) }
        watchNext()
    }

    /// Cancels the watcher if nothing else is left of the run.
    @usableFromInline func dismissWatcher() {
        guard let existingCarrier, !interpreter.hasOperations else { return }
        existingCarrier.watch.watcher?.task?.cancel()
    }
}

// MARK: - The carrier

/// The part of a run loop that carries out effects; a machine without effects and outputs has none.
///
/// It is a class, so that the frame of an idle machine without it fits into the first slab of its task. Only the loop
/// touches it, which is stricter than the exclusivity that would be checked at run time.
@usableFromInline final class Carrier<T: ExecutableTransducer> {
    @exclusivity(unchecked) @usableFromInline var tasks: TaskStarter

    /// The surroundings of operations, an object of its own, because their tasks read it; `nil` until the first begins.
    @exclusivity(unchecked) @usableFromInline var workplace: Workplace<T.Event, T.Env>?

    /// The actor of a loop that has moved into a task of its own.
    @exclusivity(unchecked) @usableFromInline var host: (any Actor)?

    /// The call to await next.
    @exclusivity(unchecked) @usableFromInline var call: PendingCall<T>?

    /// The cancelled operations that may outlast their grace period; only an observer is told of them.
    @exclusivity(unchecked) @usableFromInline var watch: Watch<T.Event>

    /// Whether the return of any operation wakes the loop.
    @exclusivity(unchecked) @usableFromInline var heedsReturns = false

    /// The effect whose error has ended the run, for the log.
    @exclusivity(unchecked) @usableFromInline var culprit: String?

    @inlinable init(_ settings: RunSettings) {
        tasks = TaskStarter(settings)
        watch = Watch(settings.gracePeriod)
    }
}

// MARK: - Isolated operations

/// The function of an operation on the system actor, with its arguments.
///
/// It is released on that actor, because it may hold the only reference to an environment projected for a child.
@usableFromInline final class BoundOperation<Event>: @unchecked Sendable {
    @usableFromInline typealias Function = @Sendable () async throws -> Disconnected<Event>?

    // Only the actor touches it.
    @exclusivity(unchecked) @usableFromInline var function: Function?

    @usableFromInline init(_ function: @escaping Function) { self.function = function }

    /// Performs the function on the actor, once a delay is over.
    @usableFromInline func perform(
        after sleep: (@Sendable () async throws -> Void)?, on actor: any Actor
    ) async throws -> Disconnected<Event>? {
        do { try await sleep?() } catch {
            await release(on: actor)
            throw error
        }
        return try await call(on: actor)
    }

    func call(on actor: isolated any Actor) async throws -> Disconnected<Event>? {
        let function = function.take()
        try Task.checkCancellation()
        return try await function?()
    }

    func release(on actor: isolated any Actor) { function = nil }
}
