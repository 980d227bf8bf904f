import Oak

/// A state diagram with positions: the states of a run that were seen, and the transitions between them.
///
/// The layout has layers, by the method of Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical
/// System Structures", IEEE Transactions on Systems, Man, and Cybernetics 11 (1981): edges against the direction are
/// turned around, each state is below those that lead to it, edges across several layers get a place in each of them,
/// and the order within a layer follows the barycentres of the neighbours.
struct Diagram: Hashable, Sendable {
    /// A state.
    struct Box: Hashable, Sendable {
        let name: String
        let frame: Frame
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
        /// The points that it passes, from its source to its target.
        let points: [Point]
        let labelPosition: Point
    }

    struct Point: Hashable, Sendable {
        var x: Double
        var y: Double
    }

    struct Frame: Hashable, Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double

        var centre: Double { x + width / 2 }
        var bottom: Double { y + height }
    }

    let boxes: [Box]
    let arrows: [Arrow]
    let width: Double
    let height: Double

    /// The number of states beyond which nobody could read a diagram.
    static let greatestSize = 40
    /// The number of different transitions that are counted.
    static let mostEdges = 1000
}

extension Diagram {
    /// Lays out the states of a run.
    ///
    /// - Parameters:
    ///   - states: The names of the states, the first one first.
    ///   - edges: The transitions, with their numbers.
    ///   - current: The state that is lit.
    /// - Returns: `nil` if there are none, or too many.
    /// - Complexity: O(*n* · *m*), where *n* is the number of states, and *m* that of the pairs with transitions.
    init?(states: [String], edges: [Edge: Int], current: String?) {
        guard !states.isEmpty, states.count <= Self.greatestSize else { return nil }
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        var pairs: [Pair: [(event: String, count: Int)]] = [:]
        for (edge, count) in edges {
            guard let source = numbers[edge.source], let target = numbers[edge.target] else { continue }
            pairs[Pair(source: source, target: target), default: []].append((edge.event, count))
        }
        var layers = Layers(count: states.count, pairs: pairs.keys.filter { $0.source != $0.target }.sorted())
        layers.sort()
        let labels = pairs.mapValues(Self.label)
        let loops = states.indices.map { state in
            labels[Pair(source: state, target: state)].map { Double($0.label.count) * Self.letter + 48 } ?? 0
        }
        let frames = layers.frames(widths: states.map { max(72, Double($0.count) * 7.5 + 28) }, loops: loops)
        let seen = Set(edges.filter { $0.value > 0 }.flatMap { [$0.key.source, $0.key.target] })
        boxes = states.enumerated().map { number, name in
            Box(
                name: name, frame: frames.boxes[number], isCurrent: name == current,
                isSeen: edges.isEmpty || seen.contains(name))
        }
        arrows = pairs.sorted { $0.key < $1.key }.map { pair, events in
            let points = frames.points(of: pair, in: layers)
            let label = labels[pair] ?? ("", "")
            var position = Self.labelPosition(
                of: points, pair, leaving: pairs.keys.count { $0.source == pair.source },
                entering: pairs.keys.count { $0.target == pair.target })
            // Labels may be longer than the boxes are wide.
            if pair.source != pair.target {
                position.x = max(position.x, Double(label.label.count) * Self.letter / 2 + 4)
            }
            return Arrow(
                source: states[pair.source], target: states[pair.target], label: label.label, events: label.events,
                count: events.reduce(0) { $0 + $1.count }, points: points, labelPosition: position)
        }
        let reach =
            arrows.filter { $0.source != $0.target }
            .map { $0.labelPosition.x + Double($0.label.count) * Self.letter / 2 }.max() ?? 0
        width = max(frames.width, reach) + 16
        height = frames.height
    }

    /// The width of a letter of a label.
    private static let letter = 6.6
    /// The number of letters of a label.
    private static let labelLength = 32

    /// The events of an arrow: those that there is room for, and as many as anybody would read.
    private static func label(of events: [(event: String, count: Int)]) -> (label: String, events: String) {
        let list = events.sorted { ($1.count, $0.event) < ($0.count, $1.event) }
        let texts = list.prefix(20).map { $0.count <= 1 ? $0.event : "\($0.event) ×\($0.count)" }
        func rest(_ count: Int) -> String { list.count > count ? " and \(list.count - count) more" : "" }
        var (shown, length) = ([abbreviated(texts[0], to: labelLength)], texts[0].count)
        for text in texts.dropFirst() {
            length += text.count + 2
            guard length <= labelLength else { break }
            shown.append(text)
        }
        return (shown.joined(separator: ", ") + rest(shown.count), texts.joined(separator: ", ") + rest(texts.count))
    }

    /// The position of a label: close to the end where fewer arrows meet, so that their labels are apart.
    private static func labelPosition(of points: [Point], _ pair: Pair, leaving: Int, entering: Int) -> Point {
        let (begin, end) = (points[0], points[points.count - 1])
        // It begins on the right of a loop.
        if pair.source == pair.target { return Point(x: points[1].x + 2, y: points[1].y + 4) }
        // An edge across several layers has a place of its own in each of them.
        if points.count > 2 {
            let middle = points[points.count / 2]
            return Point(x: middle.x, y: middle.y + 4)
        }
        let isAtEnd = entering <= leaving
        let (anchor, next) = isAtEnd ? (end, points[points.count - 2]) : (begin, points[1])
        // The labels of the two directions between the same states are one above the other.
        let distance = begin.y < end.y ? 44.0 : 22.0
        return Point(x: anchor.x, y: anchor.y + (next.y < anchor.y ? -distance : distance + 4))
    }
}

/// Two states with transitions from one to the other.
struct Pair: Hashable, Comparable {
    let source: Int
    let target: Int

    static func < (lhs: Pair, rhs: Pair) -> Bool { (lhs.source, lhs.target) < (rhs.source, rhs.target) }
}
