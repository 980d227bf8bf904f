import Foundation
import OakGraph

/// The states along a list of events, up to the first deviation.
struct Replay: Encodable {
    private(set) var path: PathRecord
    /// The number of events in the file.
    let count: Int
    private(set) var deviation: Deviation?

    /// The place where the machine does something else than the file.
    struct Deviation: Encodable {
        let line: Int
        let message: String
        /// Whether the exploration ended here, so that the machine may well follow.
        var isAtEndOfGraph = false
    }

    /// One line for each state, and the deviation.
    var text: String {
        if let deviation { return "\(path.text)\nLine \(deviation.line): \(deviation.message)" }
        return "\(path.text)\n\(count) event\(count == 1 ? " was" : "s were") replayed."
    }

    /// Follows events in a graph, one a line. Empty lines, and lines that begin with `#`, are skipped.
    ///
    /// - Returns: `nil` if the graph has no initial state.
    init?(_ text: String, in exploration: any Exploration) {
        guard let first = exploration.initial.first else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { (number: $0.offset + 1, text: $0.element.trimmingCharacters(in: .whitespaces)) }
            .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
        path = PathRecord(start: exploration.state(first).text)
        count = lines.count
        var current = first
        for line in lines {
            let (state, moves) = (exploration.state(current), exploration.moves(from: current))
            let meant = moves.meant(by: line.text)
            guard let move = meant.first, meant.allSatisfy({ $0.event == move.event }) else {
                deviation = Deviation(
                    line: line.number, message: Self.absence(of: line.text, in: state, moves),
                    isAtEndOfGraph: moves.isEmpty && !state.isTerminal)
                return
            }
            path.steps.append(move.step(in: exploration))
            if let fault = Self.fault(move.intent, move.event, state.text) {
                deviation = Deviation(line: line.number, message: fault)
                return
            }
            current = move.target
        }
    }

    private static func absence(of event: String, in state: GraphModel.State, _ moves: [Move]) -> String {
        if state.isTerminal { return "'\(event)' comes after the end: \(state.text) is terminal." }
        if moves.isEmpty { return "The exploration ended before \(state.text). Raise the limits." }
        return """
            '\(event)' does not come in \(state.text): it is not in the alphabet, or the effect that sends it is not \
            live. The events are \(moves.map(\.event).joined(separator: ", ")).
            """
    }

    /// The fault of an event that is unexpected or ends a run with an error.
    private static func fault(_ intent: Intent, _ event: String, _ state: String) -> String? {
        switch intent {
        case .handled, .ignored, .postponed, .refused: nil
        case .unexpected: "'\(event)' is unexpected in \(state)."
        case .endless: "The action events that follow from '\(event)' in \(state) never end."
        case .invalid: "'\(event)' in \(state) ends a run with an error."
        case .trapped: "'\(event)' in \(state) crashes the program."
        }
    }
}
