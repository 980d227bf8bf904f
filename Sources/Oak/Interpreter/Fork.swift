extension Interpreter where Store == LocalStorage<T.State> {
    /// Returns another machine with the same state, stack, live effects and postponed events.
    ///
    /// - Complexity: O(*n*) for *n* live effects, activities, postponed events and pending departures.
    borrowing func fork(observedBy observer: Observer) -> Interpreter {
        var copy = Interpreter(
            storage: storage, observer: observer, actionLimit: chain.limit, postponedLimit: postponedLimit,
            endingWithUnexpected: endsWithUnexpected)
        copy.chain = chain
        copy.hasSequel = hasSequel
        copy.activityCount = activityCount
        copy.isUnasked = isUnasked
        copy.hasEnded = hasEnded
        copy.departures = departures?.copied()
        let twins = Twins<T.Event, T.Env, T.Input>()
        copy.existingLive = existingLive?.copied(with: twins)
        copy.stack = stack.map { entry in
            let todo: Todo =
                switch entry.todo {
                case .work(let work, let scope): .work(work, scope.map { twins[$0] })
                case .resume(let scope): .resume(twins[scope])
                case .event, .answer, .rest: entry.todo
                }
            return Entry(todo, from: entry.origin, at: entry.time)
        }
        return copy
    }
}

/// The copies of the objects of a configuration.
@usableFromInline final class Twins<Event, Env, Input> {
    @usableFromInline var scopes: [ObjectIdentifier: Scope<Event, Env, Input>] = [:]
    @usableFromInline var tags: [ObjectIdentifier: NameTag] = [:]
    @usableFromInline var operations: [ObjectIdentifier: LiveOperation<Event, Env, Input>] = [:]
    @usableFromInline var sources: [ObjectIdentifier: PostponingSource] = [:]

    init() {}

    subscript(tag: NameTag) -> NameTag {
        if let twin = tags[ObjectIdentifier(tag)] { return twin }
        let twin = NameTag(tag.name)
        (twin.bearer, twin.lingering, twin.waiting) = (tag.bearer, tag.lingering, tag.waiting)
        tags[ObjectIdentifier(tag)] = twin
        return twin
    }

    subscript(scope: Scope<Event, Env, Input>) -> Scope<Event, Env, Input> {
        // The outermost composition comes first, however deep they are nested.
        var missing: [Scope<Event, Env, Input>] = []
        var next: Scope? = scope
        while let scope = next, scopes[ObjectIdentifier(scope)] == nil {
            missing.append(scope)
            next = scope.parent
        }
        while let scope = missing.popLast() {
            let parent = scope.parent.flatMap { scopes[ObjectIdentifier($0)] }
            let twin = Scope(copying: scope, in: parent, tag: scope.tag.map { self[$0] })
            for tag in scope.awaitedTags.values { twin.noteAwaited(self[tag]) }
            scopes[ObjectIdentifier(scope)] = twin
        }
        return scopes[ObjectIdentifier(scope)] ?? scope
    }

    subscript(operation: LiveOperation<Event, Env, Input>) -> LiveOperation<Event, Env, Input> {
        if let twin = operations[ObjectIdentifier(operation)] { return twin }
        let twin = LiveOperation(
            operation.summary, as: operation.role, of: operation.effect, in: operation.scope.map { self[$0] },
            tag: operation.tag.map { self[$0] }, awaiting: operation.awaited.map { self[$0] })
        twin.handler = operation.handler
        (twin.isStarted, twin.isCancelled) = (operation.isStarted, operation.isCancelled)
        operations[ObjectIdentifier(operation)] = twin
        return twin
    }

    subscript(source: PostponingSource) -> PostponingSource {
        if let twin = sources[ObjectIdentifier(source)] { return twin }
        let twin = PostponingSource(copying: source)
        sources[ObjectIdentifier(source)] = twin
        return twin
    }
}

extension LiveEffects {
    func copied(with twins: Twins<T.Event, T.Env, T.Input>) -> LiveEffects {
        let copy = LiveEffects()
        copy.registry = registry.copied(with: twins)
        copy.awaitedTags = awaitedTags.mapValues { twins[$0] }
        copy.starting = starting.map { twins[$0] }
        copy.due = due.mapElements { twins[$0] }
        copy.lastDue = lastDue
        copy.activities = activities?.copied()
        copy.postponed = postponed?.copied { twins[$0] }
        copy.orders = orders.map { order in
            switch order {
            case .start(let operation): .start(twins[operation])
            case .cancel(let operation): .cancel(twins[operation])
            }
        }
        return copy
    }
}

extension Registry {
    func copied(with twins: Twins<Event, Env, Input>) -> Registry {
        var copy = Registry()
        copy.operations = operations.mapElements { twins[$0] }
        copy.scopes = scopes.mapElements { twins[$0] }
        copy.expectant = expectant.mapElements { twins[$0] }
        copy.withdrawn = withdrawn
        copy.children = children.copied()
        copy.working = working
        copy.lastNumber = lastNumber
        copy.tags = tags.copied { twins[$0] }
        return copy
    }
}

extension ChildIndex {
    func copied() -> ChildIndex {
        var copy = ChildIndex()
        copy.root = root?.copied()
        return copy
    }
}

extension Departures {
    func copied() -> Departures {
        let copy = Departures()
        (copy.clock, copy.root, copy.count, copy.kept) = (clock, root.copied(), count, kept)
        return copy
    }
}
