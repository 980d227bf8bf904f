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
    func shared(_ items: [Item], events: EventsOfNodes) -> [Item] {
        guard !composites.isEmpty else { return items }
        let items = items.grouped(by: \.ends).flatMap { $1.grouped(by: \.results).flatMap(\.elements) }.unique
        var sizes = composites.map { _ in 0 }
        for node in nodes where !node.isTerminal {
            for composite in around(node.composite) { sizes[composite] += 1 }
        }
        var counts: [Exit: Int] = [:]
        for exit in items.lazy.flatMap({ exits(of: $0, events) }) { counts[exit, default: 0] += 1 }
        return items.map { item in
            // The outermost comes last.
            let exit = exits(of: item, events).last { exit in
                sizes[exit.composite] > 1 && counts[exit] == sizes[exit.composite]
            }
            var item = item
            if let exit { item.ends.source = .composite(exit.composite) }
            return item
        }.unique
    }

    /// The composite states that an event leaves.
    private func exits(of item: Item, _ events: EventsOfNodes) -> [Exit] {
        guard case .node(let source) = item.ends.source, item.results.intent == .handled else { return [] }
        let node = nodes[source]
        guard node.count == 1, !node.isTerminal, !events.leadsElsewhere(item.event, of: source) else { return [] }
        let inside = Set(around(nodes[item.ends.target].composite))
        return around(node.composite).filter { !inside.contains($0) }.map { composite in
            Exit(composite: composite, target: item.ends.target, event: item.event, results: item.results)
        }
    }

    /// A composite state and those around it, from the inside outwards.
    func around(_ composite: Int?) -> [Int] {
        Array(sequence(first: composite) { $0.map { composites[$0].parent } }.prefix { $0 != nil }.compactMap { $0 })
    }
}
