extension RunLoop {
    /// Begins a composition.
    @inlinable
    mutating func open(_ work: Effect.Work, _ parts: [Effect], flow: Scope<Effect>.Flow, in parent: Scope<Effect>?) {
        if let name = work.name { replace(name, within: parent) }
        let summary = EffectSummary(
            kind: work.kind, id: work.id, number: backstage.registry.nextNumber(),
            component: work.owner)
        let scope = Scope(
            summary: summary, flow: flow, isLasting: work.isLasting, ending: work.ending, parts: parts, parent: parent)
        backstage.registry.insert(scope)
        report(.effectStarted(scope.summary))
        enqueue(scope)
    }

    /// Lets a composition go on as soon as everything on top of it on the stack is done.
    @inlinable
    mutating func enqueue(_ scope: Scope<Effect>) {
        guard !scope.isQueued else { return }
        scope.isQueued = true
        stepper.stack.append(.resume(scope))
    }

    /// Begins the next part of a composition, or ends it if nothing is left of it.
    @inlinable
    mutating func resume(_ scope: Scope<Effect>) {
        scope.isQueued = false
        guard !scope.isCancelled, let part = scope.remaining.popFirst() else {
            if scope.live == 0 { close(scope) }
            return
        }
        if part.isLasting { scope.live += 1 }
        switch scope.flow {
        case .oneAfterTheOther where part.isLasting: break  // It goes on when this part has ended.
        case .oneAfterTheOther, .sideBySide: enqueue(scope)
        }
        stepper.push(part.content, in: scope)
    }

    /// Notes that a lasting part of a composition has ended.
    @inlinable
    mutating func partEnded(of scope: Scope<Effect>, cancelled: Bool) {
        scope.live -= 1
        switch scope.flow {
        // The steps behind it would be its consequence.
        case .oneAfterTheOther where cancelled: scope.wasCancelled = true
        case .oneAfterTheOther, .sideBySide: break
        }
        if scope.live == 0 { enqueue(scope) }
    }

    @inlinable
    mutating func close(_ scope: Scope<Effect>) {
        backstage.registry.remove(scope)
        report(.effectEnded(scope.summary, nil))
        if scope.isLasting, let parent = scope.parent { partEnded(of: parent, cancelled: scope.isCancelled) }
    }
}
