import Oak

extension StateGraph {
    /// The state before, and the place among its transitions, of the last transition on a shortest path to a state;
    /// `nil` for an initial state.
    ///
    /// - Parameter number: The number of the state.
    /// - Complexity: O(log *n*) for *n* states.
    package func arrival(at number: Int) -> (source: Int, index: Int)? {
        guard space.found[number] != .max else { return nil }
        let edge = Int(space.found[number])
        let source = space.source(of: edge)
        return (source, edge - space.edges(of: source).lowerBound)
    }
}
