import OakGraph

/// The states along a list of events, up to the first deviation.
struct Replay: Codable {
    struct Step: Codable {
        let line: Int
        let event: String
        let state: String
        let intent: Intent
    }

    let start: String
    var steps: [Step] = []
    /// The number of events in the file.
    let count: Int
    var deviation: Deviation?

    /// The place where the machine does something else than the file.
    struct Deviation: Codable, Equatable {
        let line: Int
        let message: String
        /// Whether the exploration ended here, so that the machine may well follow.
        var isAtEndOfGraph = false
    }

    /// One line for each state, and the deviation.
    var text: String {
        var lines = [start]
        for step in steps {
            let remark = step.intent == .handled ? "" : " (\(step.intent.rawValue))"
            lines.append("  \(step.event)\(remark) → \(step.state)")
        }
        if let deviation {
            lines.append("Line \(deviation.line): \(deviation.message)")
        } else {
            lines.append(count == 1 ? "1 event was replayed." : "\(count) events were replayed.")
        }
        return lines.joined(separator: "\n")
    }
}

/// The error of a file that cannot be replayed.
enum ReplayError: Error, Equatable, CustomStringConvertible {
    case malformedTrace
    case otherVersion(found: String, supported: Int)
    case noInitialState
    case undecodable(type: String, line: Int)

    var description: String {
        switch self {
        case .malformedTrace:
            "The file is no trace: a trace has \"entries\", and one of them is the state in which the run has started."
        case .otherVersion(let found, let supported):
            "The trace has version \(found), and this tool reads version \(supported). Record the trace again."
        case .noInitialState: "The machine has no initial state to begin with."
        case .undecodable(let type, let line):
            """
            Line \(line) of the trace cannot be read as \(type). Let it conform to Codable, or store a list of events, \
            one a line, as 'simulate' shows them.
            """
        }
    }
}

extension Replay {
    /// Follows events in a graph, one a line. Empty lines, and lines that begin with `#`, are skipped.
    init(_ text: String, in exploration: any Exploration) throws(ReplayError) {
        guard let first = exploration.initial.first else { throw .noInitialState }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { (number: $0.offset + 1, text: $0.element.trimmingSpaces) }
            .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
        self.init(start: exploration.place(first).text, count: lines.count)
        var current = first
        for line in lines {
            let moves = exploration.moves(from: current)
            let found = moves.first { $0.event == line.text || $0.event == ".\(line.text)" }
            guard let move = found ?? Self.onlyMove(moves, named: line.text) else {
                let place = exploration.place(current)
                deviation = Deviation(
                    line: line.number, message: Self.absence(of: line.text, in: place, moves),
                    isAtEndOfGraph: moves.isEmpty && !place.isTerminal)
                return
            }
            steps.append(
                Step(
                    line: line.number, event: move.event, state: exploration.place(move.target).text,
                    intent: move.intent))
            if let fault = Self.fault(move.intent, move.event, exploration.place(current).text) {
                deviation = Deviation(line: line.number, message: fault)
                return
            }
            current = move.target
        }
    }

    private static func onlyMove(_ moves: [Move], named name: String) -> Move? {
        let found = moves.filter { $0.isNamed(name) }
        return found.count == 1 ? found[0] : nil
    }

    private static func absence(of event: String, in place: Place, _ moves: [Move]) -> String {
        if place.isTerminal { return "'\(event)' comes after the end: \(place.text) is terminal." }
        if moves.isEmpty { return "The exploration ended before \(place.text). Raise the limits." }
        return """
            '\(event)' does not come in \(place.text): it is not in the alphabet, or the effect that sends it is not \
            live. The events are \(moves.map(\.event).joined(separator: ", ")).
            """
    }

    /// The fault of an event that ends a run with an error, or that nobody thought of.
    static func fault(_ intent: Intent, _ event: String, _ state: String) -> String? {
        switch intent {
        case .handled, .ignored, .postponed, .refused: nil
        case .unexpected: "'\(event)' is unexpected in \(state)."
        case .endless: "The action events that follow from '\(event)' in \(state) never end."
        case .invalid: "'\(event)' in \(state) ends a run with an error."
        case .trapped: "'\(event)' in \(state) crashes the program."
        }
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
