// The run's access to the children.

extension Children {
    /// Whether the collection has a child under a key.
    ///
    /// - Complexity: O(log *n*)
    @inlinable func contains(_ id: ID) -> Bool { number(of: id) != nil }

    /// Changes a child's state in place, together with the path cached for its next event.
    ///
    /// - Returns: The result of `body`, or `nil` if no child has the key.
    /// - Complexity: O(log *n*); a child that no other collection shares is changed without copying or allocating.
    @inlinable mutating func update<Answer>(
        _ id: ID, _ body: (inout State, inout ChildPath?, Membership<ID>.Member) -> Answer
    ) -> Answer? {
        guard let number = number(of: id) else { return nil }
        return cells.update(number) { cell in
            if !isKnownUniquelyReferenced(&cell) { cell = cell.copy() }
            return cell.withUnsafeMutablePointers { header, state in
                body(&state.pointee, &header.pointee.path, header.pointee.member)
            }
        }
    }

    /// Enumerates, in order, the children that were added or written since an earlier version of the collection.
    ///
    /// - Parameters:
    ///   - old: The earlier version.
    ///   - body: Receives the key and the state of each.
    /// - Complexity: O(*k* log *n*), where *k* is the number of changes, if one version derives from the other; else
    ///   O(*n*).
    @inlinable func forEachChange(since old: Children, _ body: (ID, State) -> Void) {
        cells.forEachDifference(from: old.cells) { old, new in
            if let new = new?.pointee.element, new !== old?.pointee.element { body(new.id, new.state) }
        }
    }
}
