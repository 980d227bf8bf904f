import Oak

extension StateGraph {
    /// The transition by which a state was found, the last of a shortest path to it; `nil` for an initial state.
    ///
    /// - Parameter number: The number of the state.
    package func arrival(at number: Int) -> Transition? {
        guard space.found[number] != .max else { return nil }
        let edge = Int(space.found[number])
        return transitions(from: space.source(of: edge)).first { $0.edge == edge }
    }
}
