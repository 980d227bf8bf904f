import Oak

extension StateGraph {
    /// The counterexample to a property; `nil` if the graph, as far as it is known, has none.
    func finding(_ property: TemporalProperty<Machine>) -> GraphFinding<Machine>? {
        switch property.claim {
        case .always(let condition): violation(of: property, condition)
        case .never(let condition): violation(of: property) { !condition($0) }
        case .sometimes(let condition):
            cut != nil || space.states.contains(where: condition) || passing(condition) != nil
                ? nil : GraphFinding(.property(property.name), "No reachable state is a witness.")
        case .leadsTo(let cause, let consequence, let fairness):
            response(property, from: cause, to: consequence, under: fairness)
        }
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

    private func response(
        _ property: TemporalProperty<Machine>, from cause: ((Machine.State) -> Bool)?,
        to consequence: (Machine.State) -> Bool, under fairness: Fairness<Machine>
    ) -> GraphFinding<Machine>? {
        let isGoal = space.states.map(consequence)
        var isOpen = [Bool](repeating: false, count: space.targets.count)
        for number in 0..<space.leftCount {
            for edge in space.edges(of: number) { isOpen[edge] = isMove(edge, from: number) }
        }
        var starts: [LassoSearch<Machine>.Start] = []
        if let cause {
            starts = space.states.indices.filter { cause(space.states[$0]) }.map { .state($0) }
        } else {
            starts = initial.map { .state($0) }
        }
        var hasCause = !starts.isEmpty
        for transition in transitions(where: { $0[.actions] }) where isHandled(transition.edge) {
            let passed = steps(of: transition).dropLast()
            let lastGoal = passed.lastIndex { consequence($0.state) }
            if lastGoal != nil { isOpen[transition.edge] = false }
            guard let cause, let lastCause = passed.lastIndex(where: { cause($0.state) }) else { continue }
            hasCause = true
            if lastGoal.map({ $0 < lastCause }) ?? true { starts.append(.afterEdge(transition.edge)) }
        }
        guard hasCause else {
            return cut == nil
                ? GraphFinding(.property(property.name), "No reachable state satisfies its first condition.") : nil
        }
        let search = LassoSearch(self, avoiding: isGoal, through: isOpen, under: fairness)
        guard let lasso = search.lasso(from: starts) else { return nil }
        let end = text(of: lasso.endNumber)
        let message =
            if Machine.isTerminal(lasso.end) {
                "It has not come about when the machine ends in \(end)."
            } else if lasso.restsAtEnd {
                "It never comes about if the machine rests in \(end)."
            } else {
                "It never comes about if the events of the cycle repeat for ever."
            }
        return GraphFinding(.property(property.name), message, at: .path(lasso))
    }
}
