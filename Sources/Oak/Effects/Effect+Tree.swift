// Effects are trees of any depth: a list that grows by one effect at a time is as deep as it is long. Traversals keep a
// stack of their own, because the thread's stack is short.

extension TransducerEffect {
    /// A composition or list on the path to one of its parts, with the results of the parts before it.
    @usableFromInline struct Branch<Result> {
        @usableFromInline let work: Work
        @usableFromInline let parts: [TransducerEffect]
        @usableFromInline var next = 0
        @usableFromInline var results: [Result] = []

        @inlinable init(_ work: Work, _ parts: [TransducerEffect]) {
            self.work = work
            self.parts = parts
        }
    }

    /// Computes a result for an effect from its leaves up.
    ///
    /// - Parameters:
    ///   - isBranch: Whether to visit the parts of a composition or list; otherwise it counts as a leaf.
    ///   - leaf: Computes the result of a leaf.
    ///   - branch: Computes the result of a composition or list from the results of its parts.
    /// - Complexity: O(*n*), where *n* is the number of effects in the tree.
    @inlinable func folded<Result>(
        isBranch: (Work) -> Bool, leaf: (TransducerEffect) -> Result?, branch: (Work, [Result]) -> Result?
    ) -> Result? {
        var branches: [Branch<Result>] = []
        var effect = self
        while true {
            var result: Result?
            if case .work(let work) = effect.content, let parts = work.parts, isBranch(work) {
                branches.append(Branch(work, parts))
            } else {
                result = leaf(effect)
                if branches.isEmpty { return result }
            }
            // Moves up until a branch has a part left to visit.
            while true {
                let top = branches.count - 1
                if let result { branches[top].results.append(result) }
                if branches[top].next < branches[top].parts.count {
                    effect = branches[top].parts[branches[top].next]
                    branches[top].next += 1
                    break
                }
                let last = branches.removeLast()
                result = branch(last.work, last.results)
                if branches.isEmpty { return result }
            }
        }
    }

    /// Visits an effect and then its parts, in order.
    ///
    /// - Parameter visit: Called with each effect; returns whether to visit its parts.
    /// - Complexity: O(*n*), where *n* is the number of effects in the tree.
    @inlinable func walk(_ visit: (TransducerEffect) -> Bool) {
        // Most effects have no parts, and need no array.
        guard visit(self), let parts = work?.parts else { return }
        var ahead: [TransducerEffect] = parts.reversed()
        while let effect = ahead.popLast() {
            guard visit(effect), let parts = effect.work?.parts else { continue }
            ahead.append(contentsOf: parts.reversed())
        }
    }

    /// Whether the work of the effect or of a part of it satisfies a condition.
    @inlinable func contains(where condition: (Work) -> Bool) -> Bool {
        var isFound = false
        walk { effect in
            isFound = isFound || effect.work.map(condition) ?? false
            return !isFound
        }
        return isFound
    }
}

extension TransducerEffect.Work {
    /// Releases the parts iteratively, because nested releases would recurse as deep as the tree.
    @inlinable func dismantle() {
        var remains = takeParts()
        while let effect = remains.popLast() {
            guard case .work(var work) = (consume effect).content, isKnownUniquelyReferenced(&work) else { continue }
            remains.append(contentsOf: work.takeParts())
        }
    }

    @inlinable func takeParts() -> [TransducerEffect] {
        guard let parts else { return [] }
        form = .cancellation
        return parts
    }
}

// MARK: - Parts

extension TransducerEffect {
    /// Whether parts of a composition begin only after others have returned or answered.
    @inlinable package var hasLaterParts: Bool {
        guard let work, work.parts != nil else { return false }
        return contains { $0.hasLaterStep }
    }

    /// Whether the effect may wait for operations that it has cancelled or replaced.
    package var waitsForReturns: Bool {
        if contains(where: { $0.traits.replacement == .afterReturn }) { return true }
        let hasCancellation = contains { if case .cancellation = $0.form { true } else { false } }
        return hasCancellation && contains { if case .sequence = $0.form { true } else { false } }
    }

    /// Whether it is the exit effect of a child, whose events are dropped.
    @inlinable package var isExitEffect: Bool {
        guard case .work(let work) = content else { return false }
        return work.ending != nil
    }

    /// Creates a list of effects that are carried out one after another, without forming a composition.
    package init(inTurn effects: [TransducerEffect]) { self.init(.list(effects)) }

    /// The effect as work that begins at once, with `nil` in place of each action event that comes before, between or
    /// behind it in the same macrostep.
    package var partsAroundEvents: [TransducerEffect?] {
        switch content {
        case .event: return [nil]
        case .events(let events, _): return Array(repeating: nil, count: events.count)
        case .reply: return []
        case .work(let work):
            guard let parts = work.parts else { return [self] }
            guard case .sequence = work.form else { return parts.flatMap { $0.partsAroundEvents } }
            let first = parts.prefix { !$0.isLasting }
            let rest = Array(parts.dropFirst(first.count))
            return first.flatMap { $0.partsAroundEvents }
                + (rest.isEmpty ? [] : [TransducerEffect(.sequence(rest), work.traits)])
        }
    }

    /// Visits an effect and then its parts, in order.
    ///
    /// - Parameter visit: Called with each effect.
    /// - Complexity: O(*n*), where *n* is the number of effects in the tree.
    @inlinable package func forEachPart(_ visit: (TransducerEffect) -> Void) {
        walk { effect in
            visit(effect)
            return true
        }
    }
}

extension TransducerEffect.Work {
    /// Whether a part of a sequence follows one that may last, or any part follows an action.
    @inlinable var hasLaterStep: Bool {
        switch form {
        case .sequence(let parts): parts.dropLast().contains { $0.isLasting || $0.work?.nature.hasAction ?? false }
        case .combination(let parts), .list(let parts):
            parts.dropLast().contains { $0.work?.nature.hasAction ?? false }
        case .action, .operation, .cancellation, .departure, .rejection, .mistake: false
        }
    }
}

// MARK: - Nature

/// Facts about an effect, computed once so that nothing has to visit all of its parts again.
///
/// Effects nest to any depth, so beginning a composition must not inspect the parts of its parts.
@usableFromInline struct Nature: Sendable {
    /// The resources needed to carry out an effect.
    @usableFromInline enum Demand: Comparable, Sendable {
        case nothing
        /// An actor, if the caller has none.
        case actor
        /// A task of the loop's own, because the effect may suspend.
        case task
    }

    @usableFromInline var demand = Demand.nothing
    /// Whether the effect can outlast the macrostep because it contains an operation or a step that waits for one.
    @usableFromInline var isLasting = false
    /// Whether any part has parts of its own.
    @usableFromInline var isTree = false
    /// Whether every part belongs to the same machine or child as the effect itself, and none is a departure.
    @usableFromInline var isPure = true
    /// Whether the effect contains an action.
    @usableFromInline var hasAction = false
    /// Whether the effect contains the departure of a child.
    @usableFromInline var hasDeparture = false
    /// Whether any part, at any depth, has a name.
    @usableFromInline var hasNamedParts = false
    /// Whether any part, at any depth, is a reply.
    @usableFromInline var hasReply = false

    @inlinable init() {}
}

extension Nature {
    @inlinable init<Event, Env, Input>(of body: TransducerEffect<Event, Env, Input>.OperationBody) {
        (demand, isLasting) = (body.place == .systemActor ? .actor : .nothing, true)
    }

    @inlinable init<Event, Env, Input>(of form: TransducerEffect<Event, Env, Input>.Work.Form, owner: ChildPath?) {
        switch form {
        case .action(_, .suspending): (demand, hasAction) = (.task, true)
        case .action(.systemActor, .immediate): (demand, hasAction) = (.actor, true)
        case .operation(let body): self = Nature(of: body)
        case .cancellation: isLasting = true
        case .departure: (hasDeparture, isPure) = (true, false)
        case .action(.ownIsolation, .immediate): hasAction = true
        case .rejection, .mistake: break
        case .sequence(let parts), .combination(let parts), .list(let parts):
            for part in parts {
                let work: TransducerEffect<Event, Env, Input>.Work
                switch part.content {
                case .event(_, let origin), .events(_, let origin):
                    // The owner of a child's event is resolved only when the event is due.
                    isPure = isPure && origin.isOwn && owner == nil
                    continue
                case .reply:
                    hasReply = true
                    continue
                case .work(let content): work = content
                }
                isTree = isTree || work.parts != nil
                demand = max(demand, work.nature.demand)
                isLasting = isLasting || work.nature.isLasting
                isPure = isPure && work.nature.isPure && work.traits.owner.path == owner
                hasAction = hasAction || work.nature.hasAction
                hasDeparture = hasDeparture || work.nature.hasDeparture
                hasReply = hasReply || work.nature.hasReply
                hasNamedParts = hasNamedParts || work.nature.hasNamedParts || work.id != nil
            }
        }
    }

    /// Whether the loop needs a task and an actor of its own to carry out the effect.
    @inlinable func needsHost(isolation: (any Actor)?) -> Bool {
        switch demand {
        case .nothing: false
        case .actor: isolation == nil
        case .task: true
        }
    }
}

extension TransducerEffect {
    @inlinable var isLasting: Bool { work?.isLasting ?? false }
}
