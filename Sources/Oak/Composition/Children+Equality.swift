@_documentation(visibility: internal) extension Children: Equatable where State: Equatable {
    /// Whether both collections have the same keys in the same order, with equal states.
    ///
    /// - Complexity: O(*n*), where *n* is the number of children. If one collection derives from the other without
    ///   adding or removing a child, O(*k* log *n*), where *k* is the number of states written since.
    @inlinable public static func == (lhs: Children, rhs: Children) -> Bool {
        guard lhs.membership.isIdentical(to: rhs.membership) else {
            return lhs.count == rhs.count
                && zip(lhs, rhs).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        }
        var isEqual = true
        lhs.cells.forEachDifference(from: rhs.cells) { old, new in
            guard isEqual, let old = old?.pointee.element, let new = new?.pointee.element, old !== new else { return }
            isEqual = old.state == new.state
        }
        return isEqual
    }
}

@_documentation(visibility: internal) extension Children: Hashable where State: Hashable {
    @inlinable public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for (key, value) in self {
            hasher.combine(key)
            hasher.combine(value)
        }
    }
}
