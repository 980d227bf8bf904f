extension Children {
    /// The children of which something is true, in the same order; each one is still the same child.
    ///
    /// - Parameter isIncluded: Told the key and the state of each child, in order.
    /// - Returns: The collection without the others.
    /// - Throws: What `isIncluded` throws.
    /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of children and *k* the number of those that are left out.
    @inlinable
    public func filter<Failure>(_ isIncluded: (Element) throws(Failure) -> Bool) throws(Failure) -> Children {
        var filtered = self
        try filtered.removeAll { element throws(Failure) in try !isIncluded(element) }
        return filtered
    }

    /// The same children in states that are made from theirs.
    ///
    /// - Parameter transform: Makes a state from a state; told them in order.
    /// - Returns: A collection of the same keys in the same order.
    /// - Throws: What `transform` throws.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable
    public func mapValues<Other, Failure>(
        _ transform: (State) throws(Failure) -> Other
    ) throws(Failure) -> Children<ID, Other> {
        var mapped = Children<ID, Other>()
        mapped.membership = membership
        mapped.nextNumber = nextNumber
        var leaves = cells.makeIterator()
        while let leaf = leaves.next() {
            mapped.cells.insert(.make(leaf.element.id, try transform(leaf.element.state)), at: leaf.number)
        }
        return mapped
    }
}
