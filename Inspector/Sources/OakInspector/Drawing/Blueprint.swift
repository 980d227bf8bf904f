import OakText

/// The states and arrows of a diagram, with the room that their texts need, however often a transition is taken.
struct Blueprint: Hashable, Sendable {
    /// The names of the states, the first one first.
    let states: [String]
    /// The letters of the label of each arrow.
    let labels: [Pair: Int]

    /// The number of states beyond which nobody could read a diagram.
    static let greatestSize = 200
    /// The number of different transitions that are counted.
    static let mostEdges = 1000

    /// - Parameters:
    ///   - states: The names of the states, the first one first.
    ///   - edges: The transitions.
    init(states: [String], edges: some Collection<Edge>) {
        self.states = states
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1, $0) })
        var events: [Pair: [String]] = [:]
        for edge in edges {
            guard let source = numbers[edge.source], let target = numbers[edge.target] else { continue }
            events[Pair(source: source, target: target), default: []].append(edge.event)
        }
        labels = events.mapValues(ArrowLabel.room)
    }

    /// The width of a box for a state.
    func width(of state: Int) -> Double { max(72, Double(states[state].count) * 7.5 + 28) }

    static let boxHeight = 40.0
}

/// Two states with transitions from one to the other.
struct Pair: Hashable, Comparable {
    let source: Int
    let target: Int

    static func < (lhs: Pair, rhs: Pair) -> Bool { (lhs.source, lhs.target) < (rhs.source, rhs.target) }
}

/// The events of an arrow.
struct ArrowLabel {
    /// Those that there is room for, the most frequent ones first.
    let short: String
    /// As many as anybody would read.
    let long: String

    /// The width of a letter.
    static let letter = 6.6
    /// The number of letters that there is room for.
    private static let greatestLength = 32

    init(_ events: [(event: String, count: Int)]) {
        let list = events.sorted { ($1.count, $0.event) < ($0.count, $1.event) }
        let texts = list.prefix(20).map { $0.count <= 1 ? $0.event : "\($0.event) ×\($0.count)" }
        func rest(_ count: Int) -> String { list.count > count ? " and \(list.count - count) more" : "" }
        var (shown, length) = ([abbreviated(texts[0], to: Self.greatestLength)], texts[0].count)
        for text in texts.dropFirst() {
            length += text.count + 2
            guard length <= Self.greatestLength else { break }
            shown.append(text)
        }
        short = shown.joined(separator: ", ") + rest(shown.count)
        long = texts.joined(separator: ", ") + rest(texts.count)
    }

    /// The letters of the label of some events, with counts as they often are.
    static func room(for events: [String]) -> Int { ArrowLabel(events.map { ($0, 10) }).short.count }
}
