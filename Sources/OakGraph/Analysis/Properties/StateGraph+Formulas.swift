import Oak

extension StateGraph {
    /// Looks for a run that violates a formula.
    func search(
        _ property: TemporalProperty<Machine>, _ formula: TemporalFormula<Machine>,
        under fairness: Fairness<Machine>
    ) -> Search {
        let tooLarge = "The formula is too large for this graph. State its parts as properties of their own."
        let words = Words(formula, in: self)
        guard let words, let product = words.product(violating: formula.node) else { return .impossible(tooLarge) }
        let groups = FairGroupsBuilder.groups(of: self, under: fairness)
        if let violation = FairSearch.violation(in: product, under: groups) {
            return .found(finding(property, violation, in: product, under: groups))
        }
        guard reasonAgainstProperties == nil else { return .none }
        for cause in formula.causes {
            guard let product = words.product(violating: .not(.until(.constant(true), cause))) else {
                return .impossible(tooLarge)
            }
            if FairSearch.violation(in: product, under: FairGroupsBuilder.groups(of: self, under: .none)) == nil {
                return .found(
                    GraphFinding(.property(property.name), "No reachable state satisfies its first condition."))
            }
        }
        return .none
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
