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
    private var isUnknown: Bool { cut != nil || faultyTransition != nil }

    /// The reason why no property of the graph holds; `nil` if the graph has all runs.
    var reasonAgainstProperties: String? {
        if let cut { return "\(cut)" }
        guard let fault = faultyTransition else { return nil }
        let event = sourceText(of: fault.event)
        let state = text(of: fault.source)
        let reason =
            switch fault.intent {
            case .endless: "is longer than the limit, so its states are not all known."
            case .invalid: "ends in an error, so no run goes on from there."
            case .trapped, .handled, .ignored, .postponed, .unexpected, .refused:
                "does not return, so what follows is not known."
            }
        return "The macrostep of \(event) in \(state) \(reason)"
    }

    /// The first transition after which the machine does not go on.
    private var faultyTransition: Transition? {
        guard let edge = space.notes.firstIndex(where: { !$0.intent.continuesRun }) else { return nil }
        let source = space.source(of: edge)
        return transitions(from: source)[edge - space.edges(of: source).lowerBound]
    }

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
    fileprivate var continuesRun: Bool {
        switch self {
        case .handled, .ignored, .postponed, .unexpected, .refused: true
        case .endless, .invalid, .trapped: false
        }
    }
}
