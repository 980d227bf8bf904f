import Foundation
import Oak

extension GraphPath {
    /// The path as a Mermaid sequence diagram of the outside, the machine and its effects.
    ///
    /// An effect is a participant under its identity: the diagram shows its beginning, its answers and its
    /// cancellation. Notes name each state.
    ///
    /// - Complexity: O(*l* · *s*) for *l* events and a state of *s* parts.
    public var sequenceDiagram: String {
        var diagram = SequenceDiagram(machine: shortName(ofType: Machine.self))
        diagram.note(sourceText(of: start))
        for id in ActivityChange.activities(of: Machine.self, in: start) { diagram.begin(id) }
        var before = start
        for (index, step) in (steps + cycle).enumerated() {
            if index == steps.count { diagram.beginLoop() }
            add(step, from: before, to: &diagram)
            before = step.state
        }
        if !cycle.isEmpty { diagram.endLoop() }
        if restsAtEnd { diagram.note("rests here for ever") }
        return diagram.text
    }

    private func add(_ step: Step, from before: Machine.State, to diagram: inout SequenceDiagram) {
        diagram.event(sourceText(of: step.event), from: step.sender, step.intent)
        for (index, update) in updates(of: step, from: before).prefix(20).enumerated() {
            if index > 0 { diagram.action(sourceText(of: update.event)) }
            for change in StateDifference(from: update.before, to: update.after).changes {
                diagram.note(change.description)
            }
            if let output = update.outputText { diagram.output(output) }
            for consequence in update.effect.map({ EffectConsequence.all(of: $0).flatMap(\.flattened) }) ?? [] {
                switch consequence {
                case .begins(_, let id?, _): diagram.begin(id)
                case .cancels(let id?): diagram.cancel(id)
                case .begins, .cancels, .departs, .refuses, .misuse, .inTurn: diagram.note(consequence.description)
                }
            }
        }
        let activities = ActivityChange(of: Machine.self, from: before, to: step.state)
        for id in activities.ended { diagram.cancel(id) }
        for id in activities.begun { diagram.begin(id) }
    }
}

/// The lines of a Mermaid sequence diagram.
private struct SequenceDiagram {
    private let machine: String
    private var participants: [String] = []
    private var lines: [String] = []
    private var indent = "    "

    init(machine: String) { self.machine = machine }

    var text: String {
        var head = ["sequenceDiagram", "    participant outside as Outside"]
        head.append("    participant machine as \(escaped(machine))")
        for (number, id) in participants.enumerated() {
            head.append("    participant effect\(number) as \(escaped(id))")
        }
        return (head + lines).joined(separator: "\n") + "\n"
    }

    mutating func note(_ text: String) { add("Note over machine: \(escaped(text))") }
    mutating func output(_ text: String) { add("machine-->>outside: \(escaped(text))") }
    mutating func action(_ text: String) { add("machine->>machine: \(escaped(text))") }
    mutating func begin(_ id: EffectID) { add("machine->>\(name(of: sourceText(of: id))): begins") }
    mutating func cancel(_ id: EffectID) { add("machine-x\(name(of: sourceText(of: id))): cancelled") }

    mutating func event(_ text: String, from sender: String?, _ intent: Intent) {
        let sender = sender.map { "\(name(of: $0))--" } ?? "outside-"
        let remark = intent == .handled ? "" : " (\(intent.rawValue))"
        add("\(sender)>>machine: \(escaped(text + remark))")
    }

    mutating func beginLoop() {
        add("loop for ever")
        indent += "    "
    }

    mutating func endLoop() {
        indent = "    "
        add("end")
    }

    private mutating func add(_ line: String) { lines.append(indent + line) }

    private mutating func name(of id: String) -> String {
        if let number = participants.firstIndex(of: id) { return "effect\(number)" }
        participants.append(id)
        return "effect\(participants.count - 1)"
    }
}

/// A text in which nothing has a meaning for Mermaid, written with its entity codes.
///
/// Mermaid ends statements at semicolons and lines, takes apart `%%{…}%%`, `$$…$$`, markup and a leading `wrap:`,
/// changes lines with `style` or `classDef` in front of entity codes, and writes `ﬂ°°` and `¶ß` around codes itself.
/// `end` closes a block where it is a whole word.
private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "#", ";", "%", "$", "<", ">", "&", "{", "}", "\\", "`", "~", "*", "@", "ﬂ", "¶":
            result += "#\(scalar.value);"
        case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": result += " "
        case let scalar where scalar.value < 32: result += " "
        default: result.unicodeScalars.append(scalar)
        }
    }
    for (word, replacement) in [("wrap:", "wrap#58;"), ("style", "styl#101;"), ("classDef", "classD#101;f")] {
        result = result.replacingOccurrences(of: word, with: replacement)
    }
    result = result.split(separator: " ", omittingEmptySubsequences: false)
        .map { $0 == "end" ? "en#100;" : $0 }.joined(separator: " ")
    return result.isEmpty ? " " : result
}
