/// The states of a run that were seen, and the transitions between them.
struct Diagram: Hashable, Sendable {
    /// A state.
    struct Box: Hashable, Sendable {
        let name: String
        /// Whether it is the present state, or that of the moment that is shown.
        let isCurrent: Bool
        /// Whether the run was in it, as far as somebody has watched.
        let isSeen: Bool
        /// Its place; `nil` in a list.
        let frame: Layout.Frame?
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
        /// Its way; `nil` in a list.
        let route: Layout.Route?
    }

    let boxes: [Box]
    let arrows: [Arrow]
    /// The width and the height; `nil` for a diagram that is a list.
    let size: Layout.Point?

    /// Draws the states of a run.
    ///
    /// - Parameters:
    ///   - drawing: The states and their places: those that it does not have, because they were seen later, are left
    ///     out.
    ///   - edges: The transitions, with their numbers.
    ///   - current: The state that is lit.
    init?(_ drawing: Drawing?, edges: [Edge: Int], current: String?) {
        guard let drawing else { return nil }
        let states = drawing.blueprint.states
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        var events: [Pair: [(event: String, count: Int)]] = [:]
        for (edge, count) in edges {
            guard let source = numbers[edge.source], let target = numbers[edge.target] else { continue }
            let pair = Pair(source: source, target: target)
            guard drawing.layout.map({ $0.routes[pair] != nil }) ?? true else { continue }
            events[pair, default: []].append((edge.event, count))
        }
        let seen = Set(edges.filter { $0.value > 0 }.flatMap { [$0.key.source, $0.key.target] })
        boxes = states.enumerated().map { number, name in
            Box(
                name: name, isCurrent: name == current, isSeen: edges.isEmpty || seen.contains(name),
                frame: drawing.layout?.boxes[number])
        }
        arrows = events.sorted { $0.key < $1.key }.map { pair, events in
            let label = ArrowLabel(events)
            return Arrow(
                source: states[pair.source], target: states[pair.target], label: label.short, events: label.long,
                count: events.reduce(0) { $0 + $1.count }, route: drawing.layout?.routes[pair])
        }
        size = drawing.layout.map { [arrows] layout in
            // Labels may be longer than was expected.
            let reach = arrows.compactMap { arrow -> Double? in
                let width = Double(arrow.label.count) * ArrowLabel.letter
                return arrow.route.map { $0.label.x + (arrow.source == arrow.target ? width : width / 2) }
            }
            return Layout.Point(x: max(layout.width, reach.max() ?? 0), y: layout.height)
        }
    }
}
