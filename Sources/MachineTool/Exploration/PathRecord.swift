import OakGraph

/// A path as text, for people and for programs.
struct PathRecord: Encodable {
    struct Step: Encodable {
        let event: String
        let state: String
        let intent: Intent
        let sender: String?
    }

    let start: String
    var steps: [Step] = []
    /// The steps that repeat for ever.
    var cycle: [Step] = []
    /// Whether the machine stays at the end for ever.
    var restsAtEnd = false
}

extension PathRecord {
    init<Machine>(_ path: GraphPath<Machine>, text: (Int) -> String) {
        func record(_ step: GraphPath<Machine>.Step) -> Step {
            Step(
                event: sourceText(of: step.event), state: text(step.number), intent: step.intent,
                sender: step.sender)
        }
        self.init(
            start: text(path.startNumber), steps: path.steps.map(record), cycle: path.cycle.map(record),
            restsAtEnd: path.restsAtEnd)
    }

    /// One line for each state.
    var text: String {
        var lines = [start] + steps.map(Self.line)
        if !cycle.isEmpty { lines += ["and then for ever:"] + cycle.map(Self.line) }
        if restsAtEnd { lines.append("and stays there for ever") }
        return lines.joined(separator: "\n")
    }

    private static func line(_ step: Step) -> String {
        let sender = step.sender.map { " from \($0)" } ?? ""
        let remark = step.intent == .handled ? "" : " (\(step.intent.rawValue))"
        return "  \(step.event)\(sender)\(remark) → \(step.state)"
    }
}
