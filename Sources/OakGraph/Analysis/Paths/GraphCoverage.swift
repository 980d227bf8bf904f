public import Oak

/// The states, transitions and pairs of transitions of a graph that sequences of events take.
///
/// ```swift
/// import OakGraph
///
/// enum Lamp: Transducer {
///     enum State: Hashable { case off, on, broken }
///     enum Event: CaseIterable { case pressed, dropped }
///
///     static func update(_ state: inout State, event: Event) {
///         switch (state, event) {
///         case (.off, .pressed): state = .on
///         case (.on, .pressed): state = .off
///         case (.off, .dropped), (.on, .dropped): state = .broken
///         case (.broken, .pressed), (.broken, .dropped): break
///         }
///     }
/// }
///
/// let graph = StateGraph(of: Lamp.self, from: [.off], events: .allCases)
/// var coverage = GraphCoverage(of: graph)
/// coverage.add([.pressed, .pressed])
/// assert(coverage.states.covered == 2 && coverage.states.total == 3)
/// assert(coverage.missingTransitions.map(\.events).first == [.dropped])
/// ```
///
/// Transitions that a graph cut at its limits does not have are not counted. Sequences may be added one by one, such as
/// the runs of a test suite.
public struct GraphCoverage<Machine: ExecutableTransducer>: CustomStringConvertible {
    /// The part of the states, transitions or pairs that is covered.
    public struct Share: Hashable, Sendable, CustomStringConvertible {
        /// The number of covered elements.
        public var covered: Int

        /// The number of all.
        public var total: Int

        /// Creates a share.
        ///
        /// - Parameters:
        ///   - covered: The number of covered elements.
        ///   - total: The number of all.
        package init(covered: Int, total: Int) {
            self.covered = covered
            self.total = total
        }

        /// Whether all are covered.
        public var isComplete: Bool { covered == total }

        public var description: String {
            // Only complete coverage is shown as 100 %.
            let percent = total == 0 ? 100 : covered * 100 / total
            return "\(covered) of \(total) (\(percent) %)"
        }
    }

    /// The graph.
    package let graph: StateGraph<Machine>

    /// The first events and states that the graph does not have, in words, at most twenty.
    package private(set) var strays: [String] = []

    private var visited: [Bool]
    private var taken: [Bool]
    private var followed: Set<Pair> = []

    private struct Pair: Hashable {
        let first: UInt32
        let second: UInt32
    }

    /// Creates the coverage of a graph by nothing yet.
    ///
    /// - Parameter graph: The graph.
    public init(of graph: StateGraph<Machine>) {
        self.graph = graph
        visited = Array(repeating: false, count: graph.states.count)
        taken = Array(repeating: false, count: graph.transitionCount)
    }

    /// Creates the coverage of a graph by paths, such as those of a tour.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - paths: The paths.
    /// - Complexity: O(*l* · *e*) for *l* events in total, and *e* events in the alphabet.
    public init(of graph: StateGraph<Machine>, by paths: some Sequence<GraphPath<Machine>>) {
        self.init(of: graph)
        for path in paths {
            follow((path.steps + path.cycle).map { ($0.event, $0.sender) }, from: path.startNumber)
        }
    }

    /// Adds a sequence of events.
    ///
    /// - Parameters:
    ///   - events: The events, those of effects included and action events left out.
    ///   - state: The state in which they begin; the first initial state by default.
    public mutating func add(_ events: some Sequence<Machine.Event>, from state: Machine.State? = nil) {
        let number = state.map { graph.number(of: $0) } ?? graph.initial.first
        guard let number else {
            let text = state.map { sourceText(of: $0) } ?? "an initial state"
            return note("\(text) is not in the graph; its sequence is not counted")
        }
        follow(events.map { ($0, nil) }, from: number)
    }

    /// - Parameter events: The events with their senders; an event without one counts as that of the first that fits.
    private mutating func follow(_ events: [(event: Machine.Event, sender: String?)], from start: Int) {
        var (number, edges) = (start, [Int]())
        visited[start] = true
        for (event, sender) in events {
            let text = sourceText(of: event)
            let fitting = graph.transitions(from: number).filter { sourceText(of: $0.event) == text }
            guard let transition = fitting.first(where: { $0.sender == sender }) ?? fitting.first else {
                let state = sourceText(of: graph.states[number])
                note("\(text) in \(state) is not in the graph; the rest of its sequence is not counted")
                break
            }
            edges.append(transition.edge)
            number = transition.target
        }
        add(edges)
    }

    /// Adds transitions that follow each other, by their edges.
    package mutating func add(edges: [Int], from start: Machine.State) {
        if let number = edges.first.map(graph.space.source) ?? graph.number(of: start) { visited[number] = true }
        add(edges)
    }

    private mutating func add(_ edges: [Int]) {
        for edge in edges {
            taken[edge] = true
            visited[Int(graph.space.targets[edge])] = true
        }
        for (first, second) in zip(edges, edges.dropFirst()) {
            followed.insert(Pair(first: UInt32(first), second: UInt32(second)))
        }
    }

    package mutating func note(_ stray: String) {
        if strays.count < 20, !strays.contains(stray) { strays.append(stray) }
    }

    /// The covered states.
    public var states: Share { Share(covered: visited.count(where: \.self), total: visited.count) }

    /// The covered transitions.
    public var transitions: Share { Share(covered: taken.count(where: \.self), total: taken.count) }

    /// The covered pairs of transitions that can follow each other.
    ///
    /// - Complexity: O(*t*) for *t* transitions.
    public var pairs: Share {
        let total = graph.space.targets.reduce(0) { $0 + graph.space.edges(of: Int($1)).count }
        return Share(covered: followed.count, total: total)
    }

    /// The shortest path to each state that is not covered, nearest first.
    public var missingStates: some Sequence<GraphPath<Machine>> {
        visited.indices.lazy.filter { [visited] in !visited[$0] }.map { [graph] in graph.path(to: $0) }
    }

    /// The shortest path through each transition that is not covered, nearest first.
    public var missingTransitions: some Sequence<GraphPath<Machine>> {
        taken.indices.lazy.filter { [taken] in !taken[$0] }.map { [graph] in graph.path(through: [$0]) }
    }

    /// The shortest path through each pair of transitions that is not covered, nearest first.
    public var missingPairs: some Sequence<GraphPath<Machine>> {
        graph.space.targets.indices.lazy.flatMap { [graph, followed] first in
            graph.space.edges(of: Int(graph.space.targets[first])).lazy
                .filter { !followed.contains(Pair(first: UInt32(first), second: UInt32($0))) }
                .map { graph.path(through: [first, $0]) }
        }
    }

    /// The shares, the first states and transitions that are missing, and the shortest path to each.
    public var description: String { text(missing: 10) }

    /// The shares, and what is missing, as text.
    ///
    /// - Parameter count: The maximum number of missing states, transitions and pairs, each.
    package func text(missing count: Int) -> String {
        var lines = [
            "states       \(states)", "transitions  \(transitions)", "pairs        \(pairs)",
        ]
        if let cut = graph.cut { lines.append("\(cut)") }
        lines += list("Missing states:", missingStates, of: states, count) { path in
            "\(graph.text(of: path.endNumber))\(Self.way(path.events))"
        }
        lines += list("Missing transitions:", missingTransitions, of: transitions, count) { path in
            "\(Self.arrow(path, 1))\(Self.way(path.events.dropLast()))"
        }
        // Pairs of missing transitions are missing, too; they say nothing new.
        if transitions.isComplete {
            lines += list("Missing pairs:", missingPairs, of: pairs, count) { path in
                "\(Self.arrow(path, 2))\(Self.way(path.events.dropLast(2)))"
            }
        }
        if !strays.isEmpty { lines += ["Not in the graph:"] + strays.map { "  \($0)" } }
        return lines.joined(separator: "\n")
    }

    private func list(
        _ title: String, _ paths: some Sequence<GraphPath<Machine>>, of share: Share, _ count: Int,
        _ line: (GraphPath<Machine>) -> String
    ) -> [String] {
        let missing = share.total - share.covered
        guard missing > 0, count > 0 else { return [] }
        let more = missing > count ? ["  … and \(missing - count) more"] : []
        return [title] + paths.prefix(count).map { "  \(line($0))" } + more
    }

    /// The last transitions of a path.
    private static func arrow(_ path: GraphPath<Machine>, _ count: Int) -> String {
        let before = path.steps.dropLast(count).last?.state ?? path.start
        return path.steps.suffix(count).reduce(sourceText(of: before)) { text, step in
            "\(text) — \(sourceText(of: step.event)) → \(sourceText(of: step.state))"
        }
    }

    private static func way(_ events: some Collection<Machine.Event>) -> String {
        events.isEmpty
            ? ", at the beginning" : ", after \(events.map { sourceText(of: $0) }.joined(separator: ", "))"
    }
}

extension StateGraph {
    /// The shortest path through edges that follow each other.
    func path(through edges: [Int]) -> GraphPath<Machine> {
        guard let first = edges.first else { return path(to: 0) }
        return path(to: space.source(of: first)).appending(edges, in: self)
    }
}
