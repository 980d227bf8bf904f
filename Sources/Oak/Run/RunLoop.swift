/// One run of a machine, from its initial state to its end.
///
/// There is one loop for every kind of transducer and every host. It begins in the task that calls `run`. That task
/// cannot be cancelled without cancelling the caller, so before the loop awaits a function of the user's — an
/// action or a subject — it moves, once, into a task of its own; there it is also isolated to an actor of its own if
/// the caller has none.
@usableFromInline
struct RunLoop<T, Store, Outlet, Observer>: ~Copyable
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias Step = Stepper<T, Store, Outlet, Observer>
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Composition = Step.Composition
    @usableFromInline typealias Back = Backstage<T, Store, Outlet, Observer>
    @usableFromInline typealias Outcome = Result<T.Output, any Error>

    @usableFromInline var stepper: Step
    @usableFromInline let env: T.Env
    @usableFromInline let outlet: Outlet

    @usableFromInline var hasBegun = false
    /// What a machine without effects and outputs has no use for.
    @usableFromInline var existingBackstage: Back?
    /// How the run ends, once it does.
    @usableFromInline var outcome: Outcome?

    @inlinable
    init(
        storage: Store, mailbox: Mailbox<T.Event>, env: T.Env, outlet: Outlet, observer: Observer, settings: RunSettings
    ) {
        self.stepper = Stepper(
            storage: storage, mailbox: mailbox, observer: observer, actionLimit: settings.actionLimit)
        self.env = env
        self.outlet = outlet
        // Only an observer is told of operations that take too long, so nobody else has to keep that setting.
        if Observer.isActive || settings.executor != nil || settings.unexpectedEvents != .reported {
            existingBackstage = Back(settings)
        }
    }

    /// Runs the machine.
    ///
    /// - Returns: Whether the run has ended; if not, the loop has to move into a task of its own.
    @inlinable
    mutating func proceed(isolation: isolated (any Actor)?) async -> Bool {
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

    /// Does everything that can be done without suspending.
    ///
    /// - Returns: What has to be awaited then.
    @inlinable
    @inline(never)
    mutating func advance(on actor: (any Actor)?) -> Wait {
        while true {
            do {
                guard let wait = outcome == nil ? try step(on: actor) : try wrapUp(on: actor) else { continue }
                // A function that is awaited may wait for operations that have begun.
                if stepper.hasSequel, case .call = wait { startOperations() }
                return wait
            } catch {
                fail(with: error)
            }
        }
    }

    /// Takes one step of the machine.
    @inlinable
    mutating func step(on actor: (any Actor)?) throws -> Wait? {
        guard hasBegun else { return try begin(on: actor) }
        let pause = existingBackstage?.takeNext(from: &stepper) ?? stepper.advance()
        guard hasMoved || !needsHost(pause, on: actor) else {
            backstage.next = pause
            return .move
        }
        switch consume pause {
        case .idle: return .event
        case .turnOver: return .turn
        case .interrupted: throw mailbox.interruption ?? TransducerError.cancelled
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
            // A terminal state is not the one that was there before.
            if effect?.reply != nil { throw TransducerError.replyNotAlone(transducer: "\(T.self)") }
            if Step.delivers, let wait = try deliver(output) {
                backstage.next = .end(output, exit: effect)
                return wait
            }
            end(with: .success(output), exit: effect)
        case .end(let output, exit: let effect): end(with: .success(output), exit: effect)
        }
        return nil
    }
}

extension RunLoop {
    @inlinable
    var mailbox: Mailbox<T.Event> { stepper.mailbox }

    @inlinable
    var backstage: Back {
        mutating get {
            if let existingBackstage { return existingBackstage }
            let new = Back(RunSettings())
            existingBackstage = new
            return new
        }
    }

    @inlinable
    var hasOperations: Bool {
        guard let existingBackstage else { return false }
        return !existingBackstage.registry.isEmpty || existingBackstage.watch.watcher != nil
    }

    /// Whether the loop is in a task of its own.
    @inlinable
    var hasMoved: Bool { existingBackstage?.host != nil }

    /// What the loop has to await before it can go on.
    @usableFromInline enum Wait {
        /// Something comes into the mailbox.
        case event
        /// Others on the actor have had their turn.
        case turn
        /// A function of the user's returns.
        case call
        /// The loop has moved into a task of its own.
        case move
        /// Nothing: the run has ended.
        case end
    }

    /// Calls functions of the user's and awaits each, for as long as there is nothing else to await.
    @inlinable
    @inline(never)
    mutating func makeCalls(isolation: isolated (any Actor)?) async -> Wait {
        // The loop is on this very actor, which the compiler cannot see: nothing leaves it.
        let (outlet, env) = (Unchecked(outlet), Unchecked(env))
        var wait = Wait.call
        while case .call = wait {
            do {
                switch backstage.takeCall() {
                case .deliver(let output)?:
                    let output = Unchecked(output)
                    if let host = backstage.host ?? isolation {
                        try await outlet.value.send(output.value, isolated: host)
                    } else {
                        try await (outlet.value as? Callback<T.Output>)?.call(output.value)
                    }
                case .act(let action, of: let work, in: let scope)?:
                    do {
                        stepper.push(try await action(env, backstage.host).value.content)
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

    /// Hands an output to the subject; at once, if that is a function that does not suspend.
    @inlinable
    mutating func deliver(_ output: T.Output) throws -> Wait? {
        if let callback = outlet as? Callback<T.Output>, case .synchronous(let function) = callback.function {
            try function(output)
            return nil
        }
        backstage.call = .deliver(output)
        return .call
    }

    /// Begins the run, with the initial output if there is one.
    @inlinable
    mutating func begin(on actor: (any Actor)?) throws -> Wait? {
        guard hasMoved || !Step.delivers || deliversAtOnce(on: actor) else { return .move }
        hasBegun = true
        report(.runStarted(stepper.storage.storedValue))
        if mailbox.isInterrupted { throw mailbox.interruption ?? TransducerError.cancelled }
        let first = T.initialOutput(initialState: stepper.storage.storedValue)
        if let first { report(.output(first)) }
        guard T.isTerminal(stepper.storage.storedValue) else {
            guard Step.delivers, let first else { return nil }
            return try deliver(first)
        }
        guard let last = first ?? (() as? T.Output) else { throw TransducerError.noOutputProduced }
        if Step.delivers, let first, let wait = try deliver(first) {
            backstage.next = .end(last, exit: nil)
            return wait
        }
        end(with: .success(last))
        return nil
    }

    /// Whether outputs go to a function that can be called on an actor without leaving it.
    @inlinable
    func deliversAtOnce(on actor: (any Actor)?) -> Bool {
        (outlet as? Callback<T.Output>)?.isImmediate(on: actor) ?? false
    }

    @inlinable
    func report(_ occurrence: @autoclosure () -> Occurrence<T.State, T.Event, T.Output>) {
        stepper.report(occurrence())
    }
}
