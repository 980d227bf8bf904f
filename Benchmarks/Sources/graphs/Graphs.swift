import Foundation
import Oak
import OakGraph

/// Explores machines of several sizes, checks properties of endless runs, and writes a graph and a property for SPIN.
@main
struct Graphs {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if let file = arguments.first {
            let (graph, _) = explored(edge: 46)
            try graph.model.promela.write(toFile: file + "/graph.pml", atomically: true, encoding: .utf8)
            let program = try graph.promela(of: [returns])
            try program.write(toFile: file + "/property.pml", atomically: true, encoding: .utf8)
            return
        }
        print("states      transitions  seconds  million/s  bytes/state  beside state and edges")
        for edge in [10, 46, 100, 216] as [UInt32] {
            let (graph, seconds) = explored(edge: edge)
            report(graph, seconds)
        }
        print("\nstates      property                         verdict  seconds")
        for edge in [46, 70, 216] as [UInt32] {
            let (graph, _) = explored(edge: edge)
            judge("a wheel returns, weak for reset", returns, of: graph)
            judge("the highest number, progress", .eventually("highest", isHighest), of: graph)
            judge("the highest number, strong", .eventually("highest", under: .strong, isHighest), of: graph)
        }
    }

    /// A property that holds, with an assumption that SPIN translates in a moment.
    private static var returns: TemporalProperty<Odometer> {
        .leadsTo(
            "The first wheel returns to zero", from: { $0.first == 1 }, to: { $0.first == 0 },
            under: .weak(for: { $0 == .reset }))
    }

    private static func isHighest(_ state: Odometer.State) -> Bool {
        [state.first, state.second, state.third].allSatisfy { $0 == state.limit }
    }

    private static func judge(
        _ name: String, _ property: TemporalProperty<Odometer>, of graph: StateGraph<Odometer>
    ) {
        let clock = ContinuousClock()
        let start = clock.now
        let verdict = graph.verdict(on: property)
        let seconds = (clock.now - start) / .seconds(1)
        let figures = [
            pad("\(graph.states.count)", 12), pad(name, 33), pad("\(verdict)", 9), String(format: "%.2f", seconds),
        ]
        print(figures.joined())
    }

    private static func explored(edge: UInt32) -> (StateGraph<Odometer>, seconds: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        let graph = StateGraph(
            of: Odometer.self, from: [.init(limit: edge - 1)], events: .allCases,
            limits: .init(states: 20_000_000, seconds: nil))
        return (graph, (clock.now - start) / .seconds(1))
    }

    private static func report(_ graph: StateGraph<Odometer>, _ seconds: Double) {
        let (states, transitions) = (graph.states.count, graph.transitionCount)
        // A state itself, and a target and a note for each of its edges.
        let own = MemoryLayout<Odometer.State>.stride + 5 * Odometer.Event.allCases.count
        let bytes = graph.memory / states
        let figures = [
            pad("\(states)", 12), pad("\(transitions)", 13), pad(String(format: "%.2f", seconds), 9),
            pad(String(format: "%.1f", Double(transitions) / seconds / 1e6), 11), pad("\(bytes)", 13),
            "\(bytes - own)",
        ]
        print(figures.joined())
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
