extension Children: ExpressibleByDictionaryLiteral {
    /// Creates a collection as a whole from keys and states, like ``init(uniqueKeysWithValues:)``.
    ///
    /// - Parameter elements: Keys and states in order. A repeated key keeps its first position and takes its last
    ///   state.
    /// - Complexity: O(*n* log *n*), where *n* is the number of children.
    @inlinable public init(dictionaryLiteral elements: (ID, State)...) {
        self.init(uniqueKeysWithValues: elements)
    }
}
