extension RunLoop {
    /// Carries a cancellation out. As a part of a composition it lasts until nothing of that name is left.
    @inlinable
    mutating func carryOutCancellation(_ work: Effect.Work, in scope: Composition?) {
        report(.effectStarted(EffectSummary(ofInstant: work)))
        if let name = work.name { existingBackstage?.postponed?.silence(name) }
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
            kind: .cancelTask, id: work.id, number: backstage.registry.nextNumber(), child: work.child)
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
        // The child that it belongs to may have been left already.
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
        existingBackstage?.postponed?.silence(operation.number)
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

    /// Cancels all effects of a child; the rest of what it has answered until a time is dropped when its turn comes.
    @inlinable
    mutating func leave(_ child: [ChildID], because reason: CancellationReason, at time: Int) {
        if !stepper.stack.isEmpty || !(existingBackstage?.registry.expectant.isEmpty ?? true) {
            stepper.departures?.note(child, at: time)
        }
        stepper.hasSequel = true
        guard let existingBackstage else { return }
        existingBackstage.activities?.remove(child)
        let numbers = existingBackstage.registry.children.effects(of: child)
        var exits: [Effect] = []
        for scope in numbers.compactMap({ existingBackstage.registry.scopes[$0] }) where !scope.isCancelled {
            lose(scope)
            exits += scope.remaining.flatMap(\.exits)
            report(.effectCancelled(scope.summary, reason))
        }
        for number in numbers { cancel(number, because: reason) }
        if let exits = Effect.all(exits) { stepper.push(exits.content, at: time) }
    }

    /// Forgets the departures that nothing is left of to be dropped.
    @inlinable
    mutating func forgetDepartures() {
        guard let departures = stepper.departures, stepper.stack.isEmpty else { return }
        let compositions = existingBackstage?.registry.expectant.elements ?? []
        if compositions.isEmpty {
            stepper.departures = nil
        } else if departures.count > 2 * departures.kept + 64 {
            departures.forgetAll(but: compositions.lazy.flatMap { $0.remaining.lazy.flatMap { $0.owners(in: T.self) } })
        }
    }

    /// Forgets what lies on the stack and cancels everything that is live.
    ///
    /// - Parameter sparesExits: Whether children that have ended may do to the end what they still have to do.
    @inlinable
    mutating func cancelAll(sparingExits sparesExits: Bool = false) {
        var exits: [Effect] = []
        stepper.stack.removeAll { entry in
            switch entry.todo {
            case .event, .answer, .misplacedReply: return true
            case .rest(let effects):
                if sparesExits { exits += effects.flatMap(\.exits) }
                return true
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
