// How a run sees the children.

extension Children {
    /// Whether a child is there.
    ///
    /// - Complexity: O(log *n*)
    @inlinable
    func contains(_ id: ID) -> Bool { number(of: id) != nil }

    /// Changes the state of a child where it is, and what is kept with it for its next event.
    ///
    /// - Returns: The answer of `body`, or `nil` if the child is not there.
    /// - Complexity: O(log *n*); where no other collection shares the child, nothing is copied or allocated.
    @inlinable
    mutating func update<Answer>(_ id: ID, _ body: (inout State, inout ChildPath?) -> Answer) -> Answer? {
        guard let number = number(of: id) else { return nil }
        return cells.update(number) { cell in
            if !isKnownUniquelyReferenced(&cell) { cell = cell.copy() }
            return cell.withUnsafeMutablePointers { header, state in body(&state.pointee, &header.pointee.path) }
        }
    }

    /// Gives out the children that are new, or whose states were written, since the collection was another one, in order.
    ///
    /// - Parameters:
    ///   - old: The collection as it was.
    ///   - body: Told the key and the state of each.
    /// - Complexity: O(*k* log *n*), where *k* is the number of changes, if one has come out of the other; else O(*n*).
    @inlinable
    func forEachChange(since old: Children, _ body: (ID, State) -> Void) {
        cells.forEachDifference(from: old.cells) { _, old, new in
            if let new, new !== old { body(new.id, new.state) }
        }
    }
}
