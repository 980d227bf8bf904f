import Oak
import OakGraph
import OakText

typealias Outline = TraceOutline
typealias Edge = TraceOutline.Edge

extension Outline {
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
        let states = (names + edges.flatMap { [$0.source, $0.target] }).filter { seen.insert($0).inserted }
        self.init(states: states, edges: edges)
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
