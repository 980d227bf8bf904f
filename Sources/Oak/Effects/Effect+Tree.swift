// Effects are trees, as deep as programs make them: a list that grows by one effect at a time is as deep as it is long. Whatever
// goes through one has a stack of its own, because that of the thread is short.

extension TransducerEffect {
    /// A composition or list on the way to a part of it, with what has come of the parts before.
    @usableFromInline struct Branch<Result> {
        @usableFromInline let work: Work
        @usableFromInline let parts: [TransducerEffect]
        @usableFromInline var next = 0
        @usableFromInline var results: [Result] = []

        @inlinable
        init(_ work: Work, _ parts: [TransducerEffect]) {
            self.work = work
            self.parts = parts
        }
    }

    /// Makes something of an effect, from its leaves up.
    ///
    /// - Parameters:
    ///   - isBranch: Whether the parts of a composition or list come first; otherwise it is a leaf as a whole.
    ///   - leaf: Makes something of a leaf.
    ///   - branch: Makes something of a composition or list and of what has been made of its parts.
    /// - Complexity: O(*n*), where *n* is the number of effects in it.
    @inlinable
    func folded<Result>(
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
            // Up, as far as there is nothing more to go down to.
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

    /// Looks at an effect and then at its parts, in order.
    ///
    /// - Parameter visit: Called with each; tells whether to look at the parts.
    /// - Complexity: O(*n*), where *n* is the number of effects in it.
    @inlinable
    func walk(_ visit: (TransducerEffect) -> Bool) {
        var ahead = [self]
        while let effect = ahead.popLast() {
            guard visit(effect), case .work(let work) = effect.content, let parts = work.parts else { continue }
            ahead.append(contentsOf: parts.reversed())
        }
    }
}

extension TransducerEffect.Work {
    /// Lets go of the parts one by one, not each within the end of the one around it.
    @inlinable
    func dismantle() {
        var remains = takeParts()
        while let effect = remains.popLast() {
            guard case .work(var work) = (consume effect).content, isKnownUniquelyReferenced(&work) else { continue }
            remains.append(contentsOf: work.takeParts())
        }
    }

    @inlinable
    func takeParts() -> [TransducerEffect] {
        guard let parts else { return [] }
        form = .cancellation
        return parts
    }
}
