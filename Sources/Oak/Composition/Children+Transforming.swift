extension Children {
    /// Returns the children that satisfy a predicate, in the same order, each still the same child.
    ///
    /// - Parameter isIncluded: Receives the key and the state of each child, in order.
    /// - Returns: The collection without the other children.
    /// - Throws: Any error that `isIncluded` throws.
    /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of children and *k* the number of excluded ones.
    @inlinable
    public func filter<Failure>(_ isIncluded: (Element) throws(Failure) -> Bool) throws(Failure) -> Children {
        var filtered = self
        try filtered.removeAll { element throws(Failure) in try !isIncluded(element) }
        return filtered
    }

    /// Returns the same children in transformed states.
    ///
    /// - Parameter transform: Receives each state in order and returns the new one.
    /// - Returns: A collection of the same keys in the same order.
    /// - Throws: Any error that `transform` throws.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable public func mapValues<Other, Failure>(
        _ transform: (State) throws(Failure) -> Other
    ) throws(Failure) -> Children<ID, Other> {
        var mapped = Children<ID, Other>()
        mapped.membership = membership
        var leaves = cells.makeIterator()
        while let leaf = leaves.next() {
            mapped.cells.insert(.make(leaf.element.content.member, try transform(leaf.element.state)), at: leaf.number)
        }
        return mapped
    }
}
