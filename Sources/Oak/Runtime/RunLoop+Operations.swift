extension RunLoop {
    /// Starts an operation in a task of its own.
    @inlinable
    mutating func start(
        _ body: Effect.OperationBody, of work: Effect.Work, in scope: Scope<Effect>?, actor: (any Actor)?
    ) {
        if let name = work.name { replace(name, within: scope) }
        let operation = backstage.registry.insert(
            id: work.id, kind: work.kind, component: work.owner, role: work.ending.map(Operation.Role.exit) ?? .work,
            scope: scope)
        report(.effectStarted(operation.summary))
        let input = T.Input(InputPort(mailbox: mailbox, operation: operation))
        let env = Unchecked(env)
        let pause = work.pause
        switch body {
        case .ownIsolation(let function):
            // Such a function is only accepted with an environment that is `Sendable`.
            operation.work = {
                nonisolated(unsafe) let env = env.value
                if let pause { try await pause.sleep() }
                try await function(env, input)
            }
        case .systemActor(let function):
            // Any other environment is on this actor already.
            operation.work = {
                guard let actor else { throw MissingActor() }
                nonisolated(unsafe) let env = env.value
                if let pause { try await pause.sleep() }
                try await function(env, input, actor)
            }
        case .lifted(_, let make):
            do {
                let body = try make(env, InputPort(mailbox: mailbox, operation: operation), actor)
                operation.work = {
                    if let pause { try await pause.sleep() }
                    try await body()
                }
            } catch {
                operation.work = { throw error }
            }
        }
        // Nobody waits for an end that changes nothing; it is noticed when the next event is.
        backstage.tasks.start(operation, postingTo: mailbox, wakingAtEnd: scope != nil || Observer.isInquisitive)
    }

    /// Notes that an operation has ended, and goes on with the composition that it is a part of.
    @inlinable
    mutating func noteEnd(of operation: Operation) throws {
        if Observer.isActive { stepper.reportRejections() }
        let scope = backstage.registry.remove(operation)
        operation.hasEnded = true
        if case .watch(over: let other) = operation.role {
            if !other.hasEnded, operation.failure == nil { report(.effectOverdue(other.summary)) }
            return
        }
        operation.watch?.task?.cancel()
        operation.watch = nil
        // A cancelled operation is silent, and one that outlives the mailbox may find it closed.
        let isOver = outcome != nil || operation.isExit
        let findsMailboxClosed = isOver && (operation.failure as? TransducerError) == .terminated
        let isHarmless = operation.isClosed || findsMailboxClosed
        let failure = isHarmless ? nil : operation.failure
        report(.effectEnded(operation.summary, failure))
        if let scope { partEnded(of: scope, cancelled: operation.isClosed) }
        if let failure { throw failure }
    }
}

// MARK: - Cancellation

extension RunLoop {
    /// Frees a name for an effect that is about to begin: what bears it is cancelled, unless the effect is a part of it.
    @inlinable
    mutating func replace(_ name: EffectName, within scope: Scope<Effect>?) {
        if case .scope(let bearer)? = backstage.registry.names[name], scope?.isWithin(bearer) ?? false { return }
        cancel(name, because: .replaced)
    }

    /// Cancels what bears a name, if anything does.
    @inlinable
    mutating func cancel(_ name: EffectName, because reason: CancellationReason) {
        switch backstage.registry.take(name) {
        case .operation(let operation)?: cancel(operation, because: reason)
        case .scope(let scope)?: cancel(scope, because: reason)
        case nil: break
        }
    }

    @inlinable
    mutating func cancel(_ scope: Scope<Effect>, because reason: CancellationReason) {
        // The component that it belongs to may have been left already.
        guard !scope.wasCancelled else { return }
        scope.wasCancelled = true
        report(.effectCancelled(scope.summary, reason))
        for operation in backstage.registry.operations(within: scope) { cancel(operation, because: reason) }
    }

    /// Cancels all effects of a component, and forgets what it has answered and was not processed yet.
    ///
    /// What the same transition asks for otherwise is for the component that takes its place.
    @inlinable
    mutating func leave(_ component: [ComponentID], dropping drops: (T.Event) -> Bool, within own: Scope<Effect>?) {
        stepper.revise { todo in
            switch todo {
            case .event(let event): drops(event) ? nil : todo
            case .work(let work, let scope):
                // What is part of a composition does not wait on the stack while there are transitions.
                scope == nil ? work.without(component, dropping: drops).flatMap { Step.Todo($0) } : todo
            case .resume, .floor: todo
            }
        }
        guard let existingBackstage else { return }
        var exits: [Effect] = []
        for scope in existingBackstage.registry.scopes {
            if scope.summary.component.isWithin(component) {
                guard !scope.wasCancelled else { continue }
                scope.wasCancelled = true
                exits += scope.remaining.flatMap(\.exits)
                report(.effectCancelled(scope.summary, .componentLeft))
            } else if !(own?.isWithin(scope) ?? false) {
                scope.remaining = scope.remaining.compactMap { $0.without(component, dropping: drops) }[...]
            }
        }
        for operation in existingBackstage.registry.operations()
        where operation.summary.component.isWithin(component) {
            cancel(operation, because: .componentLeft)
        }
        if let exits = Effect.all(exits) { stepper.push(exits.content) }
    }

    /// Forgets what lies on the stack and cancels everything that is live.
    ///
    /// - Parameter sparesExits: Whether components that have ended may do to the end what they still have to do.
    @inlinable
    mutating func cancelAll(sparingExits sparesExits: Bool = false) {
        var exits: [Effect] = []
        stepper.stack.removeAll { todo in
            switch todo {
            case .event, .floor: return true
            case .work(let work, let scope):
                if sparesExits, work.ending != nil { return false }
                if sparesExits { exits += work.exits }
                if work.isLasting { scope?.live -= 1 }
                return true
            case .resume(let scope): return !(sparesExits && scope.isExit)
            }
        }
        for scope in existingBackstage?.registry.scopes ?? [] where !(sparesExits && scope.isExit) {
            if !scope.wasCancelled {
                scope.wasCancelled = true
                if sparesExits { exits += scope.remaining.flatMap(\.exits) }
                report(.effectCancelled(scope.summary, .machineEnded))
            }
            scope.isQueued = false
            if scope.live == 0 { enqueue(scope) }
        }
        for operation in existingBackstage?.registry.operations() ?? [] where !(sparesExits && operation.isExit) {
            cancel(operation, because: .machineEnded)
        }
        if let exits = Effect.all(exits) { stepper.push(exits.content) }
    }

    @inlinable
    mutating func cancel(_ operation: Operation, because reason: CancellationReason) {
        guard operation.isWork, !operation.isClosed else { return }
        mailbox.close(operation)
        if Observer.isActive {
            report(.effectCancelled(operation.summary, reason))
            if Observer.isInquisitive { watch(operation) }
        }
        operation.task?.cancel()
    }

    /// Waits, beside the machine, for the grace period of a cancelled operation to pass.
    @inlinable
    mutating func watch(_ operation: Operation) {
        let watch = backstage.registry.insert(id: nil, kind: .operation, role: .watch(over: operation), scope: nil)
        operation.watch = watch
        watch.work = { [gracePeriod = backstage.gracePeriod] in try await gracePeriod.sleep() }
        backstage.tasks.start(watch, postingTo: mailbox, wakingAtEnd: true)
    }
}
