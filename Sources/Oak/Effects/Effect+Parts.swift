extension TransducerEffect {
    /// Visits, in order, the effect and its parts, if they begin within the macrostep and their events count.
    @inlinable func walkStarting(_ visit: (TransducerEffect) -> Void) {
        var ahead = [self]
        while let effect = ahead.popLast() {
            visit(effect)
            guard case .work(let work) = effect.content, work.ending == nil else { continue }
            switch work.form {
            case .sequence(let parts):
                let last = parts.firstIndex(where: \.containsOperation) ?? parts.endIndex - 1
                ahead += parts.prefix(through: last).reversed()
            case .combination(let parts), .list(let parts): ahead += parts.reversed()
            case .action, .operation, .cancellation, .departure, .rejection, .mistake: break
            }
        }
    }

    /// Whether, in a sequence that begins within the macrostep, an event follows a cancellation.
    @inlinable package var hasEventAfterCancellation: Bool {
        var isFound = false
        walkStarting { effect in
            guard case .work(let work) = effect.content, case .sequence(let parts) = work.form else { return }
            let now = parts.prefix(through: parts.firstIndex(where: \.containsOperation) ?? parts.endIndex - 1)
            guard let first = now.firstIndex(where: { $0.kind == .cancelTask }) else { return }
            for part in now[first...] { part.walkStarting { if $0.kind == .events { isFound = true } } }
        }
        return isFound
    }

    /// Whether the effect or a part of it is an operation.
    @inlinable var containsOperation: Bool { contains { if case .operation = $0.form { true } else { false } } }

    /// Whether it is the exit effect of a child, whose events are dropped.
    @inlinable package var isExitEffect: Bool {
        guard case .work(let work) = content else { return false }
        return work.ending != nil
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
