/// One run of a machine, from its initial state to its end.
///
/// One loop serves every kind of transducer and every host. It begins in the task that calls `run`. That task cannot
/// be cancelled without cancelling the caller, so before the loop awaits an action or a subject it moves, once, into
/// a task of its own. If the caller has no actor, that task is isolated to a ``DefaultSystemActor``.
@usableFromInline struct RunLoop<T, Store, Outlet, Observer>: ~Copyable
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias Machine = Interpreter<T, Store, Outlet, Observer>
    @usableFromInline typealias Effect = Machine.Effect
    @usableFromInline typealias Outcome = Result<T.Output, any Error>

    @usableFromInline var interpreter: Machine
    @usableFromInline var intake: Intake<T.Event>
    @usableFromInline let env: T.Env
    @usableFromInline let outlet: Outlet

    @usableFromInline var stage = Stage.ready
    /// The carrier of effects and outputs; `nil` until something needs it.
    @usableFromInline var existingCarrier: Carrier<T>?

    @inlinable init(
        storage: Store, mailbox: Mailbox<T.Event>, env: T.Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) {
        interpreter = Machine(
            storage: storage, observer: observer, actionLimit: settings.actionLimit, postponedLimit: mailbox.ownPlaces,
            endingWithUnexpected: settings.unexpectedEvents == .endingTheRun)
        intake = Intake(mailbox, keepingOrigins: Observer.isActive, for: interpreter.instruments)
        self.env = env
        self.outlet = outlet
        // Settings of its own are kept in a carrier; every other machine has none until its first effect.
        if settings.executor != nil || Observer.isActive && !settings.gracePeriod.isUsual {
            existingCarrier = Carrier(settings)
        }
    }

    /// Runs the machine.
    ///
    /// - Returns: `true` when the run has ended, `false` when the loop has to move into a task of its own.
    // Inlined, because each asynchronous function with an actor begins and ends with a hop to it.
    @inlinable
    @inline(__always)
    mutating func run(isolation: isolated (any Actor)?) async -> Bool {
        var wait = drive(on: isolation)
        while true {
            switch wait {
            case .event: await mailbox.wait(heedingInterruption: heedsInterruption)
            case .turn: await Task.yield()
            case .call:
                wait = await makeCalls(isolation: isolation)
                continue
            case .move: return false
            case .end: return true
            }
            wait = drive(on: isolation)
        }
    }

    /// Continues as far as possible without suspending.
    ///
    /// - Returns: The thing to await next.
    @inlinable
    @inline(never)
    mutating func drive(on actor: (any Actor)?) -> Wait { LoopRecord.duringWork { work(on: actor) } }

    @inlinable
    @inline(__always)
    mutating func work(on actor: (any Actor)?) -> Wait {
        while true {
            let isWaiting = existingCarrier?.call != nil
            if interpreter.ordersAreDue(whileWaiting: isWaiting), !carryOutOrders(on: actor) { return .move }
            if hasCall(on: actor) { return .call }
            do {
                guard let wait = try carryOutStage(on: actor) else { continue }
                // The awaited function may itself wait for operations that have begun.
                if interpreter.hasSequel, case .call = wait { interpreter.startOperations() }
                guard carryOutOrders(on: actor) else { return .move }
                if case .event = wait { heedReturns() }
                return wait
            } catch {
                fail(with: error)
            }
        }
    }

    /// Whether a call is left from before, whose turn is now.
    @inlinable mutating func hasCall(on actor: (any Actor)?) -> Bool {
        guard let carrier = existingCarrier, let call = carrier.call else { return false }
        // A machine that has been cancelled meanwhile calls no more actions.
        if mailbox.isInterrupted, case .act = call {
            carrier.call = nil
            fail(with: interruption)
            return false
        }
        if interpreter.hasSequel {
            interpreter.startOperations()
            _ = carryOutOrders(on: actor)
        }
        return true
    }

    /// Continues in the present stage up to the next stop.
    @inlinable mutating func carryOutStage(on actor: (any Actor)?) throws -> Wait? {
        switch stage {
        case .ready: return try begin(on: actor)
        case .running: return try carryOutDecision(on: actor)
        case .delivering(let output, exit: let effect):
            try complete(with: output, exit: effect)
            return nil
        case .ending: return intake.isInFrame ? .move : try wrapUp(on: actor)
        }
    }

    /// Takes one step of the machine.
    @inlinable mutating func carryOutDecision(on actor: (any Actor)?) throws -> Wait? {
        switch interpreter.decide(from: &intake) {
        case .idle: return .event
        case .begun: break
        case .turnOver: return .turn
        case .interrupted: throw interruption
        case .runaway:
            throw TransducerError.runawayActions(transducer: "\(T.self)", cycle: interpreter.chain.cycle)
        case .todo(let entry):
            if case .work(let work, _) = entry.todo, case .rejection(let event, .inactive(let child)) = work.form {
                mailbox.logRejection(of: event, because: TransducerError.childNotActive(child.names, of: T.self))
            }
            return try make(interpreter.carryOut(entry), on: actor)
        case .settled:
            // Decided at compile time: most machines have none.
            guard T._mayHaveActivities else { break }
            let hasNew = try interpreter.reviseActivities()
            guard hasNew, let send = intake.waiting else { break }
            // Sends that wait for the macrostep wait for the end of activities, but not for new ones.
            _ = carryOutOrders(on: actor)
            intake.settle(send)
        case .reply(let reply, to: let event): try carryOut(reply, to: event)
        case .macrostepEnded: interpreter.finishMacrostep()
        case .operationEnded(let operation): try noteEnd(of: operation)
        case .output(let output, let effect):
            if let effect { interpreter.push(effect.content) }
            return try deliver(output)
        case .terminal(let output, let effect):
            // A reply leaves the state unchanged, but a terminal state is a changed state.
            if effect?.reply != nil { throw interpreter.changeWithReply() }
            if T._isComposite { try interpreter.checkNames() }
            if Machine.delivers, let wait = try deliver(output) {
                stage = .delivering(output, exit: effect)
                return wait
            }
            try complete(with: output, exit: effect)
        }
        return nil
    }

    /// Handles a transition's reply to its event.
    @inlinable mutating func carryOut(_ reply: Reply, to event: T.Event) throws {
        do {
            // Every operation that sends events is one of the interpreter; a cast would cost a search of its type.
            let sender = intake.openingOperation.map { unsafeDowncast($0, to: Machine.Live.Operation.self) }
            try interpreter.carryOut(reply, to: event, from: sender, number: intake.takenNumber)
        } catch TransducerError.tooManyPostponed(let transducer, let name, let limit) {
            // The error tells the sender that the event was not processed.
            if let send = intake.waiting { intake.settle(send, with: .terminated) }
            throw TransducerError.tooManyPostponed(transducer: transducer, event: name, limit: limit)
        }
    }

    /// Notes that other code may have written the state.
    @inlinable mutating func reviewState() {
        if case .running = stage { interpreter.reviewState() }
    }

    @usableFromInline var interruption: any Error { mailbox.interruption ?? TransducerError.cancelled }

    /// Ends the run with its last output, unless the run was cancelled while the subject received it.
    @inlinable mutating func complete(with output: T.Output, exit effect: Effect?) throws {
        if mailbox.isInterrupted { throw interruption }
        end(with: .success(output), exit: effect)
    }
}

extension RunLoop {
    /// The stages of a run, which it passes in this order.
    @usableFromInline enum Stage {
        /// The run has not begun.
        case ready
        /// Events are processed.
        case running
        /// The last output is being delivered; the exit effect follows.
        indirect case delivering(T.Output, exit: Effect?)
        /// The result is known. Effects that are still under way are awaited.
        case ending(Outcome)
    }

    /// The result of the run, once it is known.
    @inlinable var outcome: Outcome? { if case .ending(let outcome) = stage { outcome } else { nil } }
}

extension RunLoop {
    @inlinable var mailbox: Mailbox<T.Event> { intake.mailbox }

    @inlinable var carrier: Carrier<T> {
        mutating get {
            if let existingCarrier { return existingCarrier }
            let new = Carrier<T>(RunSettings())
            existingCarrier = new
            return new
        }
    }

    @inlinable var hasOperations: Bool { interpreter.hasOperations || existingCarrier?.watch.watcher != nil }

    /// Whether the loop runs in a task of its own.
    @inlinable var hasMoved: Bool { existingCarrier?.host != nil }

    /// The thing that the loop awaits before it goes on.
    @usableFromInline enum Wait {
        /// An arrival in the mailbox.
        case event
        /// The turn of others on the actor.
        case turn
        /// The return of an action or a subject.
        case call
        /// The move into a task of its own.
        case move
        /// Nothing: the run has ended.
        case end
    }

    /// Calls actions and subjects and awaits each, until the loop has to await something else.
    @inlinable
    @inline(never)
    mutating func makeCalls(isolation: isolated (any Actor)?) async -> Wait {
        // The compiler cannot see that the loop is on this very actor, which nothing leaves.
        let (outlet, env) = (SystemIsolated(outlet), SystemIsolated(env))
        var wait = Wait.call
        while case .call = wait {
            let instruments = interpreter.instruments
            let host = carrier.host
            do {
                switch carrier.call.take() {
                case .deliver(let output)?:
                    let output = SystemIsolated(output)
                    // A run without an actor has moved, unless its subject needs none.
                    let host = host ?? isolation ?? DefaultSystemActor()
                    if let instruments {
                        try await instruments.surround { try await outlet.value.send(output.value, isolated: host) }
                    } else {
                        try await outlet.value.send(output.value, isolated: host)
                    }
                case .act(let action, of: let work, in: let scope)?:
                    do {
                        switch action {
                        case .immediate(let action):
                            let answer = try perform(action, env, host ?? isolation)
                            interpreter.push(answer.value.content)
                        case .suspending(let action):
                            let answer =
                                if let instruments {
                                    try await instruments.surround { try await action(env, host) }
                                } else {
                                    try await action(env, host)
                                }
                            interpreter.push(answer.value.content)
                        }
                    } catch {
                        try recover(from: error, of: work, in: scope)
                    }
                case nil: break
                }
            } catch {
                fail(with: error)
            }
            wait = drive(on: isolation)
        }
        return wait
    }

    /// Calls an action or a subject that needs no await.
    @inlinable
    @inline(__always)
    func inSurroundings<Result>(_ body: () throws -> Result) throws -> Result {
        guard Observer.isActive, let instruments = interpreter.instruments else { return try body() }
        return try instruments.surround(body)
    }

    /// Calls an action that needs no await.
    @inlinable
    @inline(__always)
    func perform(
        _ action: (SystemIsolated<T.Env>, (any Actor)?) throws -> SystemIsolated<Effect>, _ env: SystemIsolated<T.Env>,
        _ actor: (any Actor)?
    ) throws -> SystemIsolated<Effect> {
        try inSurroundings { try action(env, actor) }
    }

    /// Calls a function, unless the loop has to await it or has to move first.
    @inlinable mutating func make(_ call: PendingCall<T>?, on actor: (any Actor)?) throws -> Wait? {
        switch call {
        case nil: return nil
        case .deliver(let output)?: return try deliver(output)
        case .act(let action, of: let work, in: let scope)?:
            let isReady = mayBegin(work, on: actor)
            guard isReady, case .immediate(let function) = action else {
                carrier.call = call
                return isReady ? .call : .move
            }
            do {
                let answer = try perform(function, SystemIsolated(env), actor)
                interpreter.push(answer.value.content)
            } catch {
                try recover(from: error, of: work, in: scope)
            }
            return nil
        }
    }

    /// Notes the effect whose error ends the run.
    @usableFromInline mutating func blame(_ effect: EffectSummary) { carrier.culprit = effect.noun }

    /// Continues after an error of an action.
    @usableFromInline
    mutating func recover(from error: any Error, of work: Effect.Work, in scope: Machine.Composition?) throws {
        // The interruption caused the error.
        if mailbox.isInterrupted { throw error }
        do {
            try interpreter.recover(from: error, of: work, in: scope)
        } catch {
            blame(EffectSummary(ofInstant: work))
            throw error
        }
    }

    /// Delivers an output, at once if the subject needs no actor.
    @inlinable mutating func deliver(_ output: T.Output) throws -> Wait? {
        if outlet.isImmediate(on: nil) {
            try inSurroundings { try outlet.receive(output) }
            return nil
        }
        carrier.call = .deliver(output)
        return .call
    }

    /// Begins the run, with the initial output if there is one.
    @inlinable mutating func begin(on actor: (any Actor)?) throws -> Wait? {
        guard hasMoved || intake.isInFrame || !Machine.delivers || outlet.isImmediate(on: actor) else { return .move }
        stage = .running
        interpreter.instruments?.note(.begins(RunAccess(mailbox)))
        interpreter.report(.runStarted(interpreter.storage.storedValue))
        if mailbox.isInterrupted { throw interruption }
        let first = T.initialOutput(initialState: interpreter.storage.storedValue)
        if let first, interpreter.isObserved { interpreter.report(.output(first)) }
        guard T.isTerminal(interpreter.storage.storedValue) else {
            guard Machine.delivers, let first else { return nil }
            return try deliver(first)
        }
        guard let last = first ?? (() as? T.Output) else { throw TransducerError.noOutputProduced }
        if Machine.delivers, let first, let wait = try deliver(first) {
            stage = .delivering(last, exit: nil)
            return wait
        }
        try complete(with: last, exit: nil)
        return nil
    }
}

// MARK: - In the frame of a sender

extension RunLoop {
    /// Processes the events that wait now, up to the first action or operation, without taking a turn.
    ///
    /// The number of these events bounds the work, so the limit of a turn does not apply. Events that arrive meanwhile
    /// are left to the task of the host.
    ///
    /// - Returns: `event` if nothing is left to do, anything else if the task of the host has to continue.
    @inlinable mutating func driveInFrame(on actor: (any Actor)?) -> Wait {
        intake.isInFrame = true
        defer {
            intake.isInFrame = false
            intake.mayTake = true
        }
        return drive(on: actor)
    }

    /// Whether an effect can begin now: not in the frame of a sender, nor in the caller's task if it needs another.
    @inlinable func mayBegin(_ work: Effect.Work, on actor: (any Actor)?) -> Bool {
        (!intake.isInFrame || T._actsInFrames) && (hasMoved || !work.nature.needsHost(isolation: actor))
    }
}

// MARK: - Ending

extension RunLoop {
    /// The one way to end: takes no more events, cancels operations, and puts the exit effect on the stack.
    @inlinable mutating func end(with result: Outcome, exit effect: Effect? = nil) {
        stage = .ending(result)
        if let send = intake.waiting { intake.settle(send, with: result.unfinished) }
        mailbox.close(discarding: &intake.batch)
        interpreter.reportRejections(of: intake)
        interpreter.end(sparingExits: result.isSuccess)
        if let effect { interpreter.push(effect.content) }
    }

    /// Carries out the exit effect, and awaits the operations that have not ended.
    @inlinable mutating func wrapUp(on actor: (any Actor)?) throws -> Wait? {
        if heedsInterruption, mailbox.isInterrupted { throw interruption }
        if !hasOperations, interpreter.stack.isEmpty {
            conclude()
            return .end
        }
        if let entry = interpreter.stack.popLast() { return try make(interpreter.carryOut(entry), on: actor) }
        if interpreter.hasSequel {
            interpreter.finishMacrostep()
            return nil
        }
        // The rest is waiting. A failed run tells its observer of the error first.
        if Observer.isActive, case .ending(.success) = stage { interpreter.reportRest() }
        dismissWatcher()
        guard let operation = intake.nextEnded() else { return .event }
        try noteEnd(of: operation)
        return nil
    }

    /// Ends the run because of an error. The first error counts, unless an interruption has caused it.
    @usableFromInline mutating func fail(with error: any Error) {
        switch outcome {
        case nil: end(with: .failure(mailbox.interruption ?? error))
        case .success?:
            stage = .ending(.failure(mailbox.interruption ?? error))
            interpreter.cancelAll()
        case .failure?:
            interpreter.cancelAll()
        }
    }

    /// Whether an interruption can still change the result of the run.
    ///
    /// In a terminal state an interruption ends the rest of the exit effect. When the loop awaits only operations that
    /// are cancelled already, the result stands.
    @inlinable var heedsInterruption: Bool {
        switch outcome {
        case nil: true
        case .success?: !interpreter.stack.isEmpty || (interpreter.existingLive?.registry.hasWork ?? false)
        case .failure?: false
        }
    }

    @inlinable mutating func conclude() {
        interpreter.reportRejections(of: intake)
        mailbox.end()
        guard let outcome else { return }
        switch outcome {
        case .success: outlet.finish(throwing: nil)
        case .failure(let error): outlet.finish(throwing: error)
        }
        interpreter.report(.runEnded(outcome))
    }
}

extension Result {
    @inlinable var isSuccess: Bool { if case .success = self { true } else { false } }

    /// The error for a sender that waits for a macrostep within which the run has ended.
    @usableFromInline var unfinished: TransducerError? {
        switch self {
        case .success: nil
        case .failure(let error): .macrostepUnfinished(cause: .init(error: error))
        }
    }
}
