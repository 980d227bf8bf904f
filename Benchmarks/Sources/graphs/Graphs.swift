import Foundation
import Oak
import OakGraph

/// Explores machines of several sizes, and writes one of them for SPIN.
@main
struct Graphs {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if let file = arguments.first {
            let (graph, _) = explored(edge: 46)
            try graph.model.promela.write(toFile: file, atomically: true, encoding: .utf8)
            return
        }
        print("states      transitions  seconds  million/s  bytes/state  beside state and edges")
        for edge in [10, 46, 100, 216] as [UInt32] {
            let (graph, seconds) = explored(edge: edge)
            report(graph, seconds)
        }
    }

    private static func explored(edge: UInt32) -> (StateGraph<Odometer>, seconds: Double) {
        let clock = ContinuousClock()
        let start = clock.now
        let graph = StateGraph(
            of: Odometer.self, from: [.init(limit: edge - 1)], events: .allCases, limits: .init(states: 20_000_000, seconds: nil))
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
