import Oak
import OakGraph
import OakText

/// The states of a machine and its transitions, as far as a diagram shows them.
struct Outline: Hashable, Codable, Sendable {
    /// The names of the states, the initial one first.
    let states: [String]
    let edges: [Edge]

    init(states: [String], edges: [Edge]) { (self.states, self.edges) = (states, edges) }

    /// - Parameters:
    ///   - graph: The graph of the machine.
    ///   - name: Names a state or an event.
    init<Machine>(of graph: StateGraph<Machine>, naming name: (Any) -> String) {
        let names = graph.states.map { name($0) }
        var (edges, known) = ([Edge](), Set<Edge>())
        for number in graph.states.indices {
            for transition in graph.transitions(from: number) {
                var source = names[number]
                // Each action event has a transition of its own.
                for step in graph.steps(of: transition) {
                    let target = name(step.state)
                    let edge = Edge(source: source, target: target, event: name(step.event))
                    if step.intent == .handled, known.insert(edge).inserted { edges.append(edge) }
                    source = target
                }
            }
        }
        var seen = Set<String>()
        states = (names + edges.flatMap { [$0.source, $0.target] }).filter { seen.insert($0).inserted }
        self.edges = edges
    }

    private struct Line: Codable {
        let from: Int
        let to: Int
        let on: String
    }

    private enum Key: String, CodingKey { case states, transitions }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let states = try container.decode([String].self, forKey: .states)
        self.states = states
        edges = try container.decode([Line].self, forKey: .transitions).compactMap { line in
            guard states.indices.contains(line.from), states.indices.contains(line.to) else { return nil }
            return Edge(source: states[line.from], target: states[line.to], event: line.on)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(states, forKey: .states)
        let numbers = Dictionary(states.enumerated().map { ($1, $0) }) { first, _ in first }
        let lines = edges.compactMap { edge -> Line? in
            guard let from = numbers[edge.source], let to = numbers[edge.target] else { return nil }
            return Line(from: from, to: to, on: edge.event)
        }
        try container.encode(lines, forKey: .transitions)
    }

    /// The outline within limits, which another program may not keep; `nil` if no page could show it.
    func within(_ limits: ValueTree.Limits) -> Outline? {
        guard states.count <= Blueprint.greatestSize, edges.count <= Blueprint.mostEdges else { return nil }
        func short(_ text: String) -> String { abbreviated(text, to: limits.text) }
        // Names of which only the beginning is shown may be the same then.
        var seen = Set<String>()
        return Outline(
            states: states.map(short).filter { seen.insert($0).inserted },
            edges: edges.map { Edge(source: short($0.source), target: short($0.target), event: short($0.event)) })
    }
}
