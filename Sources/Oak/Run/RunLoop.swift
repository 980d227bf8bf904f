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
    @usableFromInline typealias LoopStepper = Stepper<T, Store, Outlet, Observer>
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Composition = LoopStepper.Composition
    @usableFromInline typealias Runtime = EffectRuntime<T, Store, Outlet, Observer>
    @usableFromInline typealias Outcome = Result<T.Output, any Error>

    @usableFromInline var stepper: LoopStepper
    @usableFromInline let env: T.Env
    @usableFromInline let outlet: Outlet

    @usableFromInline var stage = Stage.ready
    /// The runtime of effects; `nil` until the machine has an effect or an output.
    @usableFromInline var existingRuntime: Runtime?

    @inlinable init(
        storage: Store, mailbox: Mailbox<T.Event>, env: T.Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) {
        self.stepper = Stepper(
            storage: storage, mailbox: mailbox, observer: observer, actionLimit: settings.actionLimit)
        self.env = env
        self.outlet = outlet
        // A machine without any of these has no runtime until its first effect.
        if Observer.isActive || settings.executor != nil || settings.unexpectedEvents != .reported {
            existingRuntime = Runtime(settings)
        }
    }

    /// Runs the machine.
    ///
    /// - Returns: `true` when the run has ended, `false` when the loop has to move into a task of its own.
    @inlinable mutating func proceed(isolation: isolated (any Actor)?) async -> Bool {
        var wait = advance(on: isolation)
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
            wait = advance(on: isolation)
        }
    }

    /// Continues as far as possible without suspending.
    ///
    /// - Returns: The thing to await next.
    @inlinable
    @inline(never)
    mutating func advance(on actor: (any Actor)?) -> Wait {
        while true {
            do {
                guard let wait = try proceed(on: actor) else { continue }
                // The awaited function may itself wait for operations that have begun.
                if stepper.hasSequel, case .call = wait { startOperations() }
                return wait
            } catch {
                fail(with: error)
            }
        }
    }

    /// Continues in the present stage up to the next stop.
    @inlinable mutating func proceed(on actor: (any Actor)?) throws -> Wait? {
        switch stage {
        case .ready: return try begin(on: actor)
        case .running: return try step(on: actor)
        case .delivering(let output, exit: let effect):
            try complete(with: output, exit: effect)
            return nil
        case .ending: return try wrapUp(on: actor)
        }
    }

    /// Takes one step of the machine.
    @inlinable mutating func step(on actor: (any Actor)?) throws -> Wait? {
        if T._isComposite { stepper.isUnoccupied = existingRuntime?.isUnoccupied ?? true }
        let stop = existingRuntime?.nextStop(of: &stepper) ?? stepper.advance()
        guard hasMoved || !needsHost(stop, on: actor) else {
            runtime.kept = stop
            return .move
        }
        switch consume stop {
        case .idle: return .event
        case .turnOver: return .turn
        case .interrupted: throw interruption
        case .runaway: throw TransducerError.runawayActions(transducer: "\(T.self)", cycle: stepper.cycle)
        case .todo(let todo): return try carryOut(todo, actor: actor)
        case .settled: try reviseActivities()
        case .reply(let reply, to: let event): try carryOut(reply, to: event)
        case .macrostepEnded: finishMacrostep()
        case .operationEnded(let operation): try noteEnd(of: operation)
        case .output(let output, let effect):
            if let effect { stepper.push(effect.content) }
            return try deliver(output)
        case .terminal(let output, let effect):
            // A reply leaves the state unchanged, but a terminal state is a changed state.
            if effect?.reply != nil { throw TransducerError.replyNotAlone(transducer: "\(T.self)") }
            if T._isComposite { try checkNames() }
            if LoopStepper.delivers, let wait = try deliver(output) {
                stage = .delivering(output, exit: effect)
                return wait
            }
            try complete(with: output, exit: effect)
        }
        return nil
    }

    @inlinable var interruption: any Error { mailbox.interruption ?? TransducerError.cancelled }

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
    @inlinable var mailbox: Mailbox<T.Event> { stepper.mailbox }

    @inlinable var runtime: Runtime {
        mutating get {
            if let existingRuntime { return existingRuntime }
            let new = Runtime(RunSettings())
            existingRuntime = new
            return new
        }
    }

    @inlinable var hasOperations: Bool {
        guard let existingRuntime else { return false }
        return !existingRuntime.registry.isEmpty || existingRuntime.watch.watcher != nil
    }

    /// Whether the loop runs in a task of its own.
    @inlinable var hasMoved: Bool { existingRuntime?.host != nil }

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
            do {
                switch runtime.takeCall() {
                case .deliver(let output)?:
                    let output = SystemIsolated(output)
                    if let host = runtime.host ?? isolation {
                        try await outlet.value.send(output.value, isolated: host)
                    } else {
                        try await (outlet.value as? Callback<T.Output>)?.call(output.value)
                    }
                case .act(let action, of: let work, in: let scope)?:
                    do {
                        stepper.push(try await action(env, runtime.host).value.content)
                    } catch {
                        try recover(from: error, of: work, in: scope)
                    }
                case nil: break
                }
            } catch {
                fail(with: error)
            }
            wait = advance(on: isolation)
        }
        return wait
    }

    /// Delivers an output, at once if the subject is a synchronous function.
    @inlinable mutating func deliver(_ output: T.Output) throws -> Wait? {
        if let callback = outlet as? Callback<T.Output>, case .synchronous(let function) = callback.function {
            try function(output)
            return nil
        }
        runtime.call = .deliver(output)
        return .call
    }

    /// Begins the run, with the initial output if there is one.
    @inlinable mutating func begin(on actor: (any Actor)?) throws -> Wait? {
        guard hasMoved || !LoopStepper.delivers || deliversAtOnce(on: actor) else { return .move }
        stage = .running
        report(.runStarted(stepper.storage.storedValue))
        if mailbox.isInterrupted { throw interruption }
        let first = T.initialOutput(initialState: stepper.storage.storedValue)
        if let first { report(.output(first)) }
        guard T.isTerminal(stepper.storage.storedValue) else {
            guard LoopStepper.delivers, let first else { return nil }
            return try deliver(first)
        }
        guard let last = first ?? (() as? T.Output) else { throw TransducerError.noOutputProduced }
        if LoopStepper.delivers, let first, let wait = try deliver(first) {
            stage = .delivering(last, exit: nil)
            return wait
        }
        try complete(with: last, exit: nil)
        return nil
    }

    /// Whether outputs go to a function that can be called without leaving an actor.
    @inlinable func deliversAtOnce(on actor: (any Actor)?) -> Bool {
        (outlet as? Callback<T.Output>)?.isImmediate(on: actor) ?? false
    }

    @inlinable func report(_ occurrence: @autoclosure () -> Occurrence<T.State, T.Event, T.Output>) {
        stepper.report(occurrence())
    }
}
