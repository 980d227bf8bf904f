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
