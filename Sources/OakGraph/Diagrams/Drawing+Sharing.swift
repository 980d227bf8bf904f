extension Drawing {
    /// An event that leads from a composite state to a node outside.
    private struct Exit: Hashable {
        var composite: Int
        var target: Int
        var event: String
        var results: Results
    }

    /// Draws what all states in a composite state do alike as one edge from the composite state.
    ///
    /// - Complexity: O(*n* · *d*) on average for *n* transitions and composite states that are nested *d* deep.
    func shared(_ edges: Collected, events: EventsOfNodes) -> Collected {
        guard !composites.isEmpty else { return edges }
        var sizes = composites.map { _ in 0 }
        for node in nodes where !node.isTerminal {
            for composite in around(node.composite) { sizes[composite] += 1 }
        }
        var counts: [Exit: Int] = [:]
        edges.forEach { event, ends, results in
            for exit in exits(event, ends, results, events) { counts[exit, default: 0] += 1 }
        }
        var result = Collected()
        var done: Set<Exit> = []
        edges.forEach { event, ends, results in
            let exits = exits(event, ends, results, events)
            // The outermost comes last.
            guard let exit = exits.last(where: { sizes[$0.composite] > 1 && counts[$0] == sizes[$0.composite] }) else {
                return result.append(event, from: ends, with: results)
            }
            guard done.insert(exit).inserted else { return }
            result.append(
                event, from: Ends(source: .composite(exit.composite), target: exit.target), with: results)
        }
        return result
    }

    /// The composite states that an event leaves.
    private func exits(_ event: String, _ ends: Ends, _ results: Results, _ events: EventsOfNodes) -> [Exit] {
        guard case .node(let source) = ends.source, results.intent == .handled else { return [] }
        let node = nodes[source]
        guard node.count == 1, !node.isTerminal, !events.leadsElsewhere(event, of: source) else { return [] }
        let inside = Set(around(nodes[ends.target].composite))
        return around(node.composite).filter { !inside.contains($0) }.map { composite in
            Exit(composite: composite, target: ends.target, event: event, results: results)
        }
    }

    /// A composite state and those around it, from the inside outwards.
    func around(_ composite: Int?) -> [Int] {
        Array(sequence(first: composite) { $0.map { composites[$0].parent } }.prefix { $0 != nil }.compactMap { $0 })
    }
}
