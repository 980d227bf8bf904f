extension Children: Equatable where State: Equatable {
    /// Whether the same keys are there in the same order, with equal states.
    ///
    /// - Complexity: O(*n*), where *n* is the number of children; if one has come out of the other and none was added or removed since,
    ///   O(*k* log *n*), where *k* is the number of states that were written.
    @inlinable
    public static func == (lhs: Children, rhs: Children) -> Bool {
        guard lhs.membership.isIdentical(to: rhs.membership) else {
            return lhs.count == rhs.count
                && zip(lhs, rhs).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        }
        var isEqual = true
        lhs.cells.forEachDifference(from: rhs.cells) { _, old, new in
            guard isEqual, let old, let new, old !== new else { return }
            isEqual = old.state == new.state
        }
        return isEqual
    }
}

extension Children: Hashable where State: Hashable {
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for (key, value) in self {
            hasher.combine(key)
            hasher.combine(value)
        }
    }
}
