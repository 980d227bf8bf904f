extension Children: ExpressibleByDictionaryLiteral {
    /// Creates a collection of components in these states.
    ///
    /// - Parameter elements: Keys and states, in the order in which the components are added; of equal keys the last one counts.
    public init(dictionaryLiteral elements: (ID, State)...) {
        self.init()
        for (id, state) in elements { self[id] = state }
    }
}
