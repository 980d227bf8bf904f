extension Children: ExpressibleByDictionaryLiteral {
    /// Creates a collection of children in these states, all at once, like ``init(uniqueKeysWithValues:)``.
    ///
    /// - Parameter elements: Keys and states in order; of equal keys the last state counts, in the place of the first.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable
    public init(dictionaryLiteral elements: (ID, State)...) {
        self.init(uniqueKeysWithValues: elements)
    }
}
