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
