import OakGraph

/// The graph of a machine without the machine's type, as the commands need it.
protocol Exploration {
    var size: (states: Int, transitions: Int) { get }
    var initial: [Int] { get }
    var cut: GraphCut? { get }
    var model: GraphModel { get }
    var style: DiagramStyle { get }

    func check() -> CheckResult
    func path(to number: Int) -> PathRecord
    /// Paths that together take each transition.
    func tour() -> [PathRecord]
    /// The first state that satisfies a condition on its text and the names of its cases.
    func firstState(where condition: (_ text: String, _ cases: [String]) -> Bool) -> Int?
    func place(_ number: Int) -> Place
    func moves(from number: Int) -> [Move]
    /// Effects, action events and output of an event, one line each.
    func consequences(of move: Move, in number: Int) -> [String]
    /// Follows a stored trace with the machine itself.
    func replay(_ trace: StoredTrace) throws(ReplayError) -> Replay
}

/// A state as a person sees it.
struct Place {
    /// The state, or the part of it that is shown.
    let text: String
    let fullText: String
    let isTerminal: Bool
    /// Whether the exploration has left the state, so that its events are known.
    let isExplored: Bool
    let children: [String]
    let activities: [String]
    /// The operations with declared answers that may be live.
    let operations: [String]
}

/// An event that may come in a state.
struct Move {
    let event: String
    /// The names of the event's cases from the outermost inwards, to type them.
    let names: [String]
    let intent: Intent
    let target: Int
    let sender: String?

    /// Whether a person may mean this event by the name of one of its cases, or by all of them.
    func isNamed(_ word: String) -> Bool {
        let word = word.hasPrefix(".") ? String(word.dropFirst()) : word
        return names.contains(word) || names.joined(separator: ".") == word
    }
}

/// A path as text, for people and for programs.
struct PathRecord: Codable, Equatable {
    struct Step: Codable, Equatable {
        let event: String
        let state: String
        let intent: Intent
        let sender: String?
    }

    let start: String
    let steps: [Step]
    /// The steps that repeat for ever.
    let cycle: [Step]
    /// Whether the machine stays at the end for ever.
    let restsAtEnd: Bool
}

extension PathRecord {
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
