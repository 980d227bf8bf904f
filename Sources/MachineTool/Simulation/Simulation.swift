import Foundation
import OakGraph

/// A walk through a graph that a person directs line by line.
struct Simulation {
    /// The result of a line.
    enum Reply: Equatable {
        /// A text, and the state and its events again.
        case moved(String)
        case told(String)
        case ended
    }

    private let exploration: any Exploration
    private var taken: [(from: Int, move: Move)] = []
    private(set) var current: Int

    /// - Returns: `nil` if the graph has no initial state.
    init?(of exploration: any Exploration) {
        guard let first = exploration.initial.first else { return nil }
        self.exploration = exploration
        current = first
    }

    /// The state, what is live in it, and its events.
    var screen: String {
        let state = exploration.state(current)
        var lines = [state.text]
        let live = [
            ("children", state.children), ("activities", state.activities.map { $0.id ?? $0.name(limit: 60) }),
            ("operations", state.operations),
        ]
        lines += live.filter { !$1.isEmpty }.map { "  \($0): \($1.joined(separator: ", "))" }
        let moves = exploration.moves(from: current)
        if state.isTerminal {
            lines.append("  The machine has ended here: undo, reset, path or quit.")
        } else if moves.isEmpty {
            lines.append("  The exploration ended before this state: undo, reset, path or quit.")
        }
        let width = String(moves.count).count
        let intentWidth = moves.map(\.intent.rawValue.count).max() ?? 0
        for (index, move) in moves.enumerated() {
            let number = Self.spaces(width - String(index + 1).count) + "\(index + 1)"
            let intent = move.intent.rawValue + Self.spaces(intentWidth - move.intent.rawValue.count)
            let sender = move.sender.map { " from \($0)" } ?? ""
            // Events can be long, and therefore come last.
            lines.append("  \(number)  \(intent)  \(move.event)\(sender)")
        }
        return lines.joined(separator: "\n")
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

    static let help = """
        Type the number or the name of an event, or one of:
          undo   goes back one event
          reset  goes back to the beginning
          path   shows the events so far, and the states between them
          state  shows the whole state, of which the rest may show a part
          help   shows this text
          quit   ends
        """

    mutating func take(_ line: String) -> Reply {
        let word = line.trimmingCharacters(in: .whitespaces)
        switch word {
        case "": return .told("")
        case "quit", "exit", "q": return .ended
        case "help", "?": return .told(Self.help)
        case "path": return .told(path)
        case "state": return .told(exploration.fullText(of: current))
        case "undo", "u":
            guard let last = taken.popLast() else { return .told("Nothing to undo: this is the beginning.") }
            current = last.from
            return .moved("")
        case "reset":
            if let first = taken.first { current = first.from }
            taken = []
            return .moved("")
        case _: return choose(word)
        }
    }

    private var path: String {
        let start = exploration.state(taken.first?.from ?? current).text
        return PathRecord(start: start, steps: taken.map { $0.move.step(in: exploration) }).text
    }

    private mutating func choose(_ word: String) -> Reply {
        let moves = exploration.moves(from: current)
        if let number = Int(word) {
            guard moves.indices.contains(number - 1) else {
                return .told(moves.isEmpty ? "There are no events here." : "Type a number from 1 to \(moves.count).")
            }
            return follow(moves[number - 1])
        }
        let named = moves.meant(by: word)
        switch named.count {
        case 0: return .told("'\(word)' is neither an event of this state nor a command. Type help.")
        case 1: return follow(named[0])
        case _:
            let numbers = moves.indices.filter { index in named.contains { $0.event == moves[index].event } }
            return .told("'\(word)' is ambiguous: type \(numbers.map { "\($0 + 1)" }.joined(separator: " or ")).")
        }
    }

    private mutating func follow(_ move: Move) -> Reply {
        taken.append((current, move))
        current = move.target
        let lines = ["\(move.event): \(move.intent.rawValue)"] + move.consequences.map { "  \($0)" }
        return .moved(lines.joined(separator: "\n"))
    }
}
