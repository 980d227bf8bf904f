import Oak

extension GraphFinding {
    /// The way to the fault and through it; `nil` if the fault is something missing.
    ///
    /// Unlike ``path``, it ends with the event of the finding, or with an answer that nothing handles.
    public var counterexample: GraphPath<Machine>? {
        guard case .state(let number, let graph) = place else { return path }
        return faultyTransition(from: number, in: graph).map { graph.path(through: [$0.edge]) } ?? path
    }

    private func faultyTransition(
        from number: Int, in graph: StateGraph<Machine>
    ) -> StateGraph<Machine>.Transition? {
        let transitions = graph.transitions(from: number)
        if let event {
            let text = sourceText(of: event)
            let same = transitions.filter { sourceText(of: $0.event) == text }
            // Of equal events, that of an effect is the one that comes late.
            return same.first { $0.intent != .handled && $0.sender != nil } ?? same.first
        }
        switch subject {
        case .check(.outlivingOperations):
            return transitions.first { $0.sender != nil && $0.intent != .handled }
        case .check, .property, .exemption: return nil
        }
    }
}
