import Oak

/// A state diagram with places: the states of a run that were seen, and the transitions between them.
struct Diagram: Hashable, Sendable {
    /// A state.
    struct Box: Hashable, Sendable {
        let name: String
        let frame: Layout.Frame
        /// Whether it is the present state, or that of the moment that is shown.
        let isCurrent: Bool
        /// Whether the run was in it, as far as somebody has watched.
        let isSeen: Bool
    }

    /// The transitions from one state to another.
    struct Arrow: Hashable, Sendable {
        let source: String
        let target: String
        /// The most frequent events with their numbers of transitions.
        let label: String
        /// More of them.
        let events: String
        /// The number of transitions.
        let count: Int
        let route: Layout.Route
    }

    let boxes: [Box]
    let arrows: [Arrow]
    let width: Double
    let height: Double

    /// Draws the states of a run.
    ///
    /// - Parameters:
    ///   - drawing: Their places: those that it does not have, because they were seen later, are left out.
    ///   - edges: The transitions, with their numbers.
    ///   - current: The state that is lit.
    /// - Returns: `nil` without a layout.
    init?(_ drawing: Drawing?, edges: [Edge: Int], current: String?) {
        guard let drawing, let layout = drawing.layout else { return nil }
        let states = drawing.blueprint.states
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        var events: [Pair: [(event: String, count: Int)]] = [:]
        for (edge, count) in edges {
            guard let source = numbers[edge.source], let target = numbers[edge.target] else { continue }
            events[Pair(source: source, target: target), default: []].append((edge.event, count))
        }
        let seen = Set(edges.filter { $0.value > 0 }.flatMap { [$0.key.source, $0.key.target] })
        boxes = zip(states, layout.boxes).map { name, frame in
            Box(name: name, frame: frame, isCurrent: name == current, isSeen: edges.isEmpty || seen.contains(name))
        }
        arrows = events.sorted { $0.key < $1.key }.compactMap { pair, events in
            guard let route = layout.routes[pair] else { return nil }
            let label = ArrowLabel(events)
            return Arrow(
                source: states[pair.source], target: states[pair.target], label: label.short, events: label.long,
                count: events.reduce(0) { $0 + $1.count }, route: route)
        }
        // Labels may be longer than was expected.
        let reach = arrows.map { arrow in
            let width = Double(arrow.label.count) * ArrowLabel.letter
            return arrow.route.label.x + (arrow.source == arrow.target ? width : width / 2)
        }
        (width, height) = (max(layout.width, reach.max() ?? 0), layout.height)
    }
}
