import Oak

extension StateGraph {
    /// The result of looking for a counterexample to a property.
    enum Search {
        case found(GraphFinding<Machine>)
        /// The graph, as far as it is known, has none.
        case none
        /// The search was not made, for a reason.
        case impossible(String)
    }

    /// Looks for a counterexample to a property.
    func search(_ property: TemporalProperty<Machine>) -> Search {
        let finding: GraphFinding<Machine>?
        switch property.claim {
        case .always(let condition): finding = violation(of: property, condition)
        case .never(let condition): finding = violation(of: property) { !condition($0) }
        case .sometimes(let condition):
            finding =
                isUnknown || space.states.contains(where: condition) || passing(condition) != nil
                ? nil : GraphFinding(.property(property.name), "No reachable state is a witness.")
        case .eventually(let formula, let fairness), .formula(let formula, let fairness):
            return search(property, formula, under: fairness)
        }
        return finding.map { .found($0) } ?? .none
    }

    /// Whether a part of the runs is not known.
    private var isUnknown: Bool { reasonAgainstProperties != nil }

    private func violation(
        of property: TemporalProperty<Machine>, _ condition: (Machine.State) -> Bool
    ) -> GraphFinding<Machine>? {
        let state = space.states.firstIndex { !condition($0) }
        // A state between two transitions is one event away from the state that its macrostep leaves.
        let passing = passing { !condition($0) }
        let depths = passing == nil ? [] : depths
        if let passing, state.map({ depths[passing.transition.source] + 1 <= depths[$0] }) ?? true {
            let event = sourceText(of: passing.transition.event)
            return GraphFinding(
                .property(property.name),
                "It is violated by \(shownText(passing.state)), which \(event) passes on its way.",
                at: .state(passing.transition.source, self), event: passing.transition.event)
        }
        return state.map { number in
            GraphFinding(
                .property(property.name), "It is violated by \(text(of: number)).", at: .state(number, self))
        }
    }

    /// The number of events from an initial state to each state.
    private var depths: [Int] {
        var depths = [Int](repeating: 0, count: space.states.count)
        for state in space.states.indices where space.found[state] != .max {
            depths[state] = depths[space.source(of: Int(space.found[state]))] + 1
        }
        return depths
    }

    /// The first macrostep that passes a state with a condition between its transitions.
    private func passing(
        _ condition: (Machine.State) -> Bool
    ) -> (transition: Transition, state: Machine.State)? {
        for number in 0..<space.leftCount where space.edges(of: number).contains(where: { space.notes[$0][.actions] }) {
            for transition in transitions(from: number) where space.notes[transition.edge][.actions] {
                for step in steps(of: transition).dropLast() where condition(step.state) {
                    return (transition, step.state)
                }
            }
        }
        return nil
    }
}

extension Intent {
    /// Whether a run goes on after an event.
    var continuesRun: Bool {
        switch self {
        case .handled, .ignored, .postponed, .unexpected, .refused: true
        case .endless, .invalid, .trapped: false
        }
    }
}
