import Oak

extension StateGraph {
    /// The counterexample to a property, unless the graph, as far as it is known, has none; or the reason for which the
    /// search was not made.
    typealias Search = (finding: GraphFinding<Machine>?, obstacle: String?)

    /// Looks for a counterexample to a property.
    func search(_ property: TemporalProperty<Machine>) -> Search {
        switch property.claim {
        case .always(let condition): return (violation(of: property, condition), nil)
        case .never(let condition): return (violation(of: property) { !condition($0) }, nil)
        case .sometimes(let condition):
            let isOpen = reasonAgainstProperties != nil
            if isOpen || space.states.contains(where: condition) || passing(condition) != nil { return (nil, nil) }
            return (GraphFinding(.property(property.name), "No reachable state is a witness."), nil)
        case .eventually(let formula, let fairness), .formula(let formula, let fairness):
            return search(property, formula, under: fairness)
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

extension StateGraph {
    /// Looks for a run that violates a formula.
    func search(
        _ property: TemporalProperty<Machine>, _ formula: TemporalFormula<Machine>,
        under fairness: Fairness<Machine>
    ) -> Search {
        let tooLarge = "The formula is too large for this graph. State its parts as properties of their own."
        let words = Words(formula, in: self)
        guard let words, let product = words.product(violating: formula.node) else { return (nil, tooLarge) }
        let groups = FairGroupsBuilder.groups(of: self, under: fairness)
        if let violation = FairSearch.violation(in: product, under: groups) {
            return (finding(property, violation, in: product, under: groups), nil)
        }
        guard reasonAgainstProperties == nil else { return (nil, nil) }
        for cause in formula.causes {
            guard let product = words.product(violating: .not(.until(.constant(true), cause))) else {
                return (nil, tooLarge)
            }
            if FairSearch.violation(in: product, under: FairGroupsBuilder.groups(of: self, under: .none)) == nil {
                return (
                    GraphFinding(.property(property.name), "No reachable state satisfies its first condition."), nil
                )
            }
        }
        return (nil, nil)
    }

    private func finding(
        _ property: TemporalProperty<Machine>, _ violation: FairSearch.Violation, in product: Product,
        under groups: FairGroups
    ) -> GraphFinding<Machine> {
        var lasso: GraphPath<Machine>
        switch violation {
        case .certain(let node): lasso = path(to: node, in: product)
        case .rest(let node):
            lasso = path(to: node, in: product)
            lasso.restsAtEnd = true
        case .cycle(let nodes):
            lasso = path(to: Int(nodes[0]), in: product)
            let cycle = FairCycle(in: product, under: groups, through: nodes)
            lasso.cycle = path(from: lasso.endNumber, along: cycle.edges).steps
        }
        let message = Self.message(lasso, isCertain: product.certain != nil, property.claim, text(of: lasso.endNumber))
        return GraphFinding(.property(property.name), message, at: .path(lasso))
    }

    private func path(to node: Int, in product: Product) -> GraphPath<Machine> {
        let (start, edges) = product.path(to: node)
        return path(from: start, along: edges)
    }

    private static func message(
        _ lasso: GraphPath<Machine>, isCertain: Bool, _ claim: TemporalProperty<Machine>.Claim, _ end: String
    ) -> String {
        let isResponse = if case .eventually = claim { true } else { false }
        if isCertain {
            return lasso.steps.last.map { "It is violated by \(sourceText(of: $0.event)), which leads to \(end)." }
                ?? "It is violated by \(end)."
        }
        if Machine.isTerminal(lasso.end) {
            return isResponse
                ? "It has not come about when the machine ends in \(end)."
                : "It is violated when the machine ends in \(end)."
        }
        if lasso.restsAtEnd {
            return isResponse
                ? "It never comes about if the machine rests in \(end)."
                : "It is violated if the machine rests in \(end)."
        }
        return isResponse
            ? "It never comes about if the events of the cycle repeat for ever."
            : "It is violated if the events of the cycle repeat for ever."
    }
}

/// The words of a graph for a formula, and the automata for its violation and its causes.
private struct Words<Machine: ExecutableTransducer> {
    private let reader: FormulaReader<Machine>
    private let graph: WordGraph

    /// - Returns: `nil` if there are too many atoms for a letter.
    init?(_ formula: TemporalFormula<Machine>, in stateGraph: StateGraph<Machine>) {
        var reader = FormulaReader<Machine>()
        for node in [formula.node] + formula.causes { _ = reader.number(of: node) }
        guard reader.atoms.count <= 64 else { return nil }
        self.reader = reader
        graph = stateGraph.words(of: reader.atoms, countingTransitions: reader.countsTransitions)
    }

    /// The product with the automaton of a formula's violations; `nil` if it is too large.
    func product(violating node: TemporalFormula<Machine>.Node) -> Product? {
        var reader = reader
        reader.beginAnew()
        let number = reader.number(of: node, negated: true)
        return Tableau.automaton(of: number, in: reader.table).flatMap { Product(graph, $0) }
    }
}
