extension Interpreter {
    /// Carries out a cancellation. As a part of a composition, it lasts until the cancelled effects have returned.
    @inlinable mutating func carryOutCancellation(_ work: Effect.Work, in scope: Composition?) {
        report(.effectStarted(EffectSummary(ofInstant: work)))
        let name = work.name(in: scope)
        if let name { existingLive?.postponed?.silence(.name(name)) }
        if let tag = name.flatMap({ live.registry.tags[$0] }), tag.isInUse {
            let isOwn = isWithinBearer(of: tag, scope)
            cancelBearer(of: tag, because: .cancelTask)
            if let scope, !isOwn { return wait(for: tag, before: work, in: scope) }
        } else if let scope, let tag = lingeringTag(of: work, in: scope, in: live) {
            return wait(for: tag, before: work, in: scope)
        }
        if let scope { partEnded(of: scope, cancelled: false) }
    }

    /// Continues a composition in a later macrostep, once all cancelled holders of a name have returned.
    @usableFromInline mutating func wait(for tag: NameTag, before work: Effect.Work, in scope: Composition) {
        let summary = EffectSummary(
            kind: .cancelTask, id: work.id, number: live.registry.nextNumber(), child: work.child)
        let step = Live.Operation(summary, as: .wait, of: nil, in: scope, awaiting: tag)
        live.registry.insert(step)
        if tag.isLingering { wait(step, for: tag) } else { goOnLater(step) }
    }

    /// Cancels the effect that holds a name, if any.
    @inlinable mutating func cancelBearer(of tag: NameTag, because reason: CancellationReason) {
        switch tag.bearer {
        case .operation(let number)?: cancel(number, because: reason)
        case .composition(let number)?:
            if let scope = live.registry.scopes[number] { cancel(scope, because: reason) }
        case nil: break
        }
    }

    @inlinable mutating func cancel(_ scope: Composition, because reason: CancellationReason) {
        // A departure of its child may have cancelled it already.
        guard !scope.isCancelled else { return }
        lose(scope)
        report(.effectCancelled(scope.summary, reason))
        cancelParts(of: scope, because: reason)
    }

    /// Cancels the operation with a number.
    @inlinable mutating func cancel(_ number: Int, because reason: CancellationReason) {
        guard let operation = live.registry.operations[number] else { return }
        live.postponed?.silence(number)
        if operation.isCancelled { return }
        operation.isCancelled = true
        operation.tag?.lose()
        if operation.isWork {
            live.registry.working -= 1
            report(.effectCancelled(operation.summary, reason))
        }
        if operation.isStarted { live.orders.append(.cancel(operation)) } else { withdraw(operation) }
    }

    /// Ends an operation that has not started.
    @usableFromInline mutating func withdraw(_ operation: Live.Operation) {
        stopWaiting(operation)
        operation.effect = nil
        // The composition continues after the macrostep that cancelled its part.
        if operation.scope == nil { endWithdrawn(operation) } else { goOnLater(operation) }
    }

    /// Cancels all effects of a child; its pending answers from before a time are dropped when their turn comes.
    @inlinable mutating func depart(_ child: [ChildID], because reason: CancellationReason, at time: Int) {
        if !stack.isEmpty || !(existingLive?.registry.expectant.isEmpty ?? true) {
            departures?.note(child, at: time)
        }
        hasSequel = true
        guard let existingLive else { return }
        activityCount -= existingLive.activities?.remove(child) ?? 0
        let numbers = existingLive.registry.children.effects(of: child)
        var exits: [Effect] = []
        for scope in numbers.compactMap({ existingLive.registry.scopes[$0] }) where !scope.isCancelled {
            lose(scope)
            exits += scope.remaining.flatMap { $0.exits }
            report(.effectCancelled(scope.summary, reason))
        }
        for number in numbers { cancel(number, because: reason) }
        if let exits = Effect.all(exits) { push(exits.content, at: time) }
    }

    /// The same for a machine that declares no children, and so has departures only in the effects of another.
    // Not inlined, so that such machines do without a copy of their own.
    @usableFromInline
    mutating func departElsewhere(_ child: [ChildID], because reason: CancellationReason, at time: Int) {
        depart(child, because: reason, at: time)
    }

    /// Removes the departures that no pending answer precedes.
    @inlinable mutating func forgetDepartures() {
        guard let departures, stack.isEmpty else { return }
        if existingLive?.registry.expectant.isEmpty ?? true {
            self.departures = nil
        } else if departures.count > 2 * departures.kept + 64 {
            forgetMostDepartures()
        }
    }

    @usableFromInline func forgetMostDepartures() {
        let compositions = existingLive?.registry.expectant.elements ?? []
        departures?.forgetAll(but: compositions.flatMap { $0.remaining.flatMap { $0.owners(in: T.self) } })
    }

    /// Ends the machine: takes no more events, and cancels everything that is live.
    ///
    /// - Parameter sparesExits: Whether the exit effects of children run to completion.
    @inlinable mutating func end(sparingExits sparesExits: Bool) {
        hasEnded = true
        giveUpPostponed()
        cancelAll(sparingExits: sparesExits)
    }

    /// Clears the stack and cancels everything that is live.
    ///
    /// - Parameter sparesExits: Whether the exit effects of children run to completion.
    @inlinable mutating func cancelAll(sparingExits sparesExits: Bool = false) {
        if !stack.isEmpty || existingLive != nil { cancelEverything(sparingExits: sparesExits) }
    }

    @usableFromInline mutating func cancelEverything(sparingExits sparesExits: Bool) {
        var exits: [Effect] = []
        stack.removeAll { entry in
            switch entry.todo {
            case .event, .answer, .misplacedReply: return true
            case .rest(let effects):
                if sparesExits { exits += effects.flatMap { $0.exits } }
                return true
            case .work(let work, let scope):
                if sparesExits, work.ending != nil { return false }
                if sparesExits { exits += Effect(content: .work(work)).exits }
                if work.isLasting { scope?.live -= 1 }
                return true
            case .resume(let scope): return !(sparesExits && scope.isExit)
            }
        }
        for scope in existingLive?.registry.scopes.elements ?? [] where !(sparesExits && scope.isExit) {
            if !scope.isCancelled {
                lose(scope)
                if sparesExits { exits += scope.remaining.flatMap { $0.exits } }
                report(.effectCancelled(scope.summary, .machineEnded))
            }
            scope.isQueued = false
            if scope.live == 0 { enqueue(scope) }
        }
        for entry in existingLive?.registry.operations.elements ?? [] where !(sparesExits && entry.isPartOfExit) {
            cancel(entry.number, because: .machineEnded)
        }
        if let exits = Effect.all(exits) { push(exits.content) }
    }
}
