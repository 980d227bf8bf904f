extension Interpreter {
    /// Begins a composition.
    @inlinable mutating func open(
        _ work: Effect.Work, _ parts: [Effect], flow: Composition.Flow, in parent: Composition?, at time: Int
    ) {
        let tag = claimName(of: work, within: parent, in: live)
        let summary = EffectSummary(
            kind: work.kind, id: work.id, number: live.registry.nextNumber(), child: work.child,
            isActivity: work.traits.isActivity)
        let scope = Composition(work, parts: parts, summary: summary, flow: flow, tag: tag, parent: parent, time: time)
        live.registry.insert(scope)
        report(.effectStarted(scope.summary))
        if let awaited = awaitedTag(of: work, in: parent, holding: tag, in: live) {
            scope.live += 1
            wait(for: awaited, before: work, in: scope)
        } else {
            enqueue(scope)
        }
    }

    /// Queues a composition to continue after everything above it on the stack.
    @inlinable mutating func enqueue(_ scope: Composition) {
        guard !scope.isQueued else { return }
        scope.isQueued = true
        stack.append(Entry(.resume(scope), at: scope.time))
    }

    /// Begins the next part of a composition, or ends the composition if nothing is left.
    @inlinable mutating func resume(_ scope: Composition) {
        scope.isQueued = false
        guard scope.isGoingOn, let next = scope.remaining.popFirst() else {
            if scope.live == 0 { close(scope) }
            return
        }
        let part = remainder(of: next, since: scope.time)
        if scope.remaining.isEmpty { live.registry.expectant.remove(scope.number) }
        if part.isLasting { scope.live += 1 }
        switch scope.flow {
        case .oneAfterTheOther where part.isLasting: break  // Continues when this part has ended.
        case .oneAfterTheOther, .sideBySide: enqueue(scope)
        }
        push(part.content, in: scope, at: scope.time)
    }

    /// Returns the next part of a composition, reduced to its exit effects if its child has departed.
    @inlinable func remainder(of part: Effect, since time: Int) -> Effect {
        departures == nil ? part : remainderAfterDepartures(of: part, since: time)
    }

    @usableFromInline func remainderAfterDepartures(of part: Effect, since time: Int) -> Effect {
        guard let departures = departures, departures.count > 0,
            case .work(let work) = part.content, work.traits.owner.path != nil,
            departures.hasDeparted(work.owner, since: time)
        else { return part }
        return .all(part.exits) ?? .nothing
    }

    /// Records the end of a lasting part of a composition.
    @inlinable mutating func partEnded(of scope: Composition, cancelled: Bool) {
        scope.live -= 1
        switch (scope.flow, scope.standing) {
        // Later steps would depend on the cancelled one.
        case (.oneAfterTheOther, .goingOn) where cancelled: lose(scope)
        case (.oneAfterTheOther, .goingOn), (.sideBySide, .goingOn), (_, .failed), (_, .cancelled): break
        }
        if scope.live == 0 { enqueue(scope) }
    }

    @inlinable mutating func close(_ scope: Composition) {
        live.registry.remove(scope)
        scope.handler = nil
        scope.remaining = []
        if let tag = scope.tag { release(tag, lost: scope.isCancelled, in: live) }
        report(.effectEnded(scope.summary, scope.failure))
        if scope.isLasting, let parent = scope.parent { partEnded(of: parent, cancelled: scope.isCancelled) }
    }

    /// Marks a composition as cancelled, so that no more of it begins.
    @inlinable mutating func lose(_ scope: Composition) {
        scope.standing = .cancelled
        scope.tag?.lose()
    }

    /// Cancels everything in a composition, at any depth.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of operations and compositions in it.
    @usableFromInline mutating func cancelParts(of scope: Composition, because reason: CancellationReason) {
        var numbers = scope.operations.numbers
        var ahead = scope.scopes.numbers
        while let part = ahead.popLast().flatMap({ live.registry.scopes[$0] }) {
            // A composition that was cancelled before contains nothing left to cancel.
            if part.isCancelled { continue }
            lose(part)
            report(.effectCancelled(part.summary, reason))
            numbers += part.operations.numbers
            ahead += part.scopes.numbers
        }
        for number in numbers.sorted() { cancel(number, because: reason) }
    }
}
