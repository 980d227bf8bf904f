extension RunLoop {
    /// Carries a cancellation out. As a part of a composition it lasts until nothing of that name is left.
    @inlinable
    mutating func carryOutCancellation(_ work: Effect.Work, in scope: Composition?) {
        report(.effectStarted(EffectSummary(ofInstant: work)))
        if let tag = work.name.flatMap({ backstage.registry.tags[$0] }), tag.isInUse {
            let isOwn = isWithinBearer(of: tag, scope)
            cancelBearer(of: tag, because: .cancelTask)
            if let scope, !isOwn { return wait(for: tag, before: work, in: scope) }
        } else if let scope, let tag = lingeringTag(of: work) {
            return wait(for: tag, before: work, in: scope)
        }
        if let scope { partEnded(of: scope, cancelled: false) }
    }

    /// Lets a composition go on when nothing of a name is left that was cancelled, and not within this macrostep.
    @inlinable
    mutating func wait(for tag: NameTag, before work: Effect.Work, in scope: Composition) {
        let summary = EffectSummary(
            kind: .cancelTask, id: work.id, number: backstage.registry.nextNumber(), component: work.component)
        let operation = Operation<T.Event>(summary: summary, role: .wait)
        backstage.registry.insert(operation, in: scope, awaiting: tag)
        if tag.isLingering { wait(operation, for: tag) } else { goOnLater(operation) }
    }

    /// Cancels what bears a name, if anything does.
    @inlinable
    mutating func cancelBearer(of tag: NameTag, because reason: CancellationReason) {
        switch tag.bearer {
        case .operation(let number)?: cancel(number, because: reason)
        case .composition(let number)?:
            if let scope = backstage.registry.scopes[number] { cancel(scope, because: reason) }
        case nil: break
        }
    }

    @inlinable
    mutating func cancel(_ scope: Composition, because reason: CancellationReason) {
        // The component that it belongs to may have been left already.
        guard !scope.isCancelled else { return }
        lose(scope)
        report(.effectCancelled(scope.summary, reason))
        cancelParts(of: scope, because: reason)
    }

    /// Cancels the operation of a number.
    @inlinable
    mutating func cancel(_ number: Int, because reason: CancellationReason) {
        guard let entry = backstage.registry.operations[number] else { return }
        let operation = entry.operation
        switch operation.role {
        case .watch: return
        case .work, .exit, .wait: if operation.isClosed { return }
        }
        entry.tag?.lose()
        if operation.isWork {
            backstage.registry.working -= 1
            report(.effectCancelled(operation.summary, reason))
        }
        guard let task = operation.task else { return withdraw(entry) }
        // Whoever has returned already has nothing to stop.
        if mailbox.close(operation) { return }
        if Observer.isInquisitive { suspect(operation) }
        task.cancel()
    }

    /// Ends an operation that has no task.
    @inlinable
    mutating func withdraw(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        let operation = entry.operation
        operation.isClosed = true
        operation.hasReturned = true
        backstage.registry.starting.remove(operation.startNumber)
        stopWaiting(operation)
        _ = operation.takeWork()
        // What goes on then is no part of the macrostep in which it was cancelled.
        if entry.scope == nil { noteEnd(ofWithdrawn: operation) } else { goOnLater(operation) }
    }

    /// Cancels all effects of a component, and forgets what it has answered and was not processed yet.
    ///
    /// What the same transition asks for otherwise is for the component that takes its place.
    @inlinable
    mutating func leave(_ component: [ComponentID], dropping drops: (T.Event) -> Bool, within own: Composition?) {
        stepper.revise { todo in
            switch todo {
            case .event(let event): drops(event) ? nil : todo
            case .work(let work, let scope):
                // What is part of a composition does not wait on the stack while there are transitions.
                scope == nil
                    ? Effect(content: .work(work)).without(component, dropping: drops).flatMap { Step.Todo($0) } : todo
            case .answer, .resume, .floor: todo
            }
        }
        guard let existingBackstage else { return }
        let numbers = existingBackstage.registry.components.effects(of: component)
        var exits: [Effect] = []
        for scope in numbers.compactMap({ existingBackstage.registry.scopes[$0] }) where !scope.isCancelled {
            lose(scope)
            exits += scope.remaining.flatMap(\.exits)
            report(.effectCancelled(scope.summary, .componentLeft))
        }
        let surroundings = own?.surroundings ?? []
        for scope in existingBackstage.registry.expectant.elements
        where scope.isGoingOn && !surroundings.contains(scope.number) {
            scope.remaining = scope.remaining.compactMap { $0.without(component, dropping: drops) }[...]
        }
        for number in numbers { cancel(number, because: .componentLeft) }
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
            case .event, .answer, .floor: return true
            case .work(let work, let scope):
                if sparesExits, work.ending != nil { return false }
                if sparesExits { exits += Effect(content: .work(work)).exits }
                if work.isLasting { scope?.live -= 1 }
                return true
            case .resume(let scope): return !(sparesExits && scope.isExit)
            }
        }
        for scope in existingBackstage?.registry.scopes.elements ?? [] where !(sparesExits && scope.isExit) {
            if !scope.isCancelled {
                lose(scope)
                if sparesExits { exits += scope.remaining.flatMap(\.exits) }
                report(.effectCancelled(scope.summary, .machineEnded))
            }
            scope.isQueued = false
            if scope.live == 0 { enqueue(scope) }
        }
        for entry in existingBackstage?.registry.operations.elements ?? [] where !(sparesExits && entry.isExit) {
            cancel(entry.operation.number, because: .machineEnded)
        }
        if let exits = Effect.all(exits) { stepper.push(exits.content) }
    }
}
