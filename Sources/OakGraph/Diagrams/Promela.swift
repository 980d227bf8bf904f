/// The text of a graph for SPIN.
///
/// One process has one variable, the number of the state, and an option for each possible number of an outgoing
/// transition. States and transitions are in tables of C, which SPIN hands to the compiler as they are.
struct Promela {
    /// The entries of a page of a table: SPIN accepts no more than 64 KiB of C in one piece.
    static let page = 4096

    private let model: GraphModel
    /// The state in which the verifier begins.
    private let start: Int
    /// Where the targets of each state begin.
    private var first: [Int]
    private var targets: [Int]

    /// - Complexity: O(*n*) in the number of states and transitions.
    init(_ model: GraphModel) {
        self.model = model
        let isSingle = model.initial.count == 1
        start = isSingle ? model.initial[0] : model.states.count
        let transitions = model.transitions
        let sorted = Buckets(transitions.map(\.target), count: model.states.count) { transitions[$0].source }
        (first, targets) = (sorted.offsets, sorted.elements)
        if !isSingle {
            targets += model.initial
            first.append(targets.count)
        }
    }

    func text(claim: String?, macros: [Macro]) -> String {
        let degrees = zip(first, first.dropFirst()).map { $1 - $0 }
        var text = "/* \(Self.comment(model.machine)): \(model.states.count) states, "
        text += "\(model.transitions.count) transitions */\n"
        text += "/* SPIN stores \(first.count - 1) states and counts \(targets.count + 1) transitions. */\n"
        if let cut = model.cut { text += "/* Incomplete: \(Self.comment(cut)) */\n" }
        Self.append("first_transition", first.dropLast(), to: &text)
        Self.append("transition_count", degrees, to: &text)
        Self.append("transition_target", targets, to: &text)
        text += """

            c_decl {
            static int next_state(int source, int number) {
                int index = first_transition[source / \(Self.page)][source % \(Self.page)] + number;
                return transition_target[index / \(Self.page)][index % \(Self.page)];
            }
            }

            int state = \(start);

            active proctype machine() {
            end:
                do

            """
        for number in 0..<max(degrees.max() ?? 0, 1) {
            let count = "transition_count[now.state / \(Self.page)][now.state % \(Self.page)]"
            text += "    :: d_step { c_expr { \(number) < \(count) } -> "
            text += "c_code { now.state = next_state(now.state, \(number)); } }\n"
        }
        text += "    od\n}\n"
        if let claim {
            text += "\n"
            for macro in macros { text += "#define \(macro.name) (\(macro.condition))\n" }
            text += "ltl claim { \(claim) }\n"
        }
        return text
    }

    /// Appends a table in pages, and the table of its pages.
    static func append(_ name: String, _ values: some Collection<Int>, to text: inout String) {
        // SPIN keeps line numbers in 16 bits, so that a long table has long lines.
        let width = values.count > page ? page : 16
        var pages = 0
        var rest = values[...]
        repeat {
            let entries = rest.prefix(page)
            rest = rest.dropFirst(page)
            text += "c_decl {\nstatic const int \(name)_\(pages)[\(page)] = {"
            for (index, entry) in entries.enumerated() { text += (index % width == 0 ? "\n" : " ") + "\(entry)," }
            text += entries.isEmpty ? "0};\n}\n" : "\n};\n}\n"
            pages += 1
        } while !rest.isEmpty
        text += "c_decl {\nstatic const int *const \(name)[] = {"
        for page in 0..<pages { text += (page % 4 == 0 ? "\n" : " ") + "\(name)_\(page)," }
        text += "\n};\n}\n"
    }

    /// A text within a comment.
    static func comment(_ text: String) -> String {
        var result = ""
        for scalar in DiagramText.shown(text, limit: 200).unicodeScalars {
            if scalar == "/", result.hasSuffix("*") { result += " " }
            if scalar == "*", result.hasSuffix("/") { result += " " }
            // The preprocessor would join the line to the next one.
            if scalar != "\\" { result.unicodeScalars.append(scalar) } else { result += "/" }
        }
        return result
    }
}

extension Promela {
    /// A proposition: the ranges of the states in which it holds.
    struct Macro {
        let name: String
        private var ranges: [ClosedRange<Int>] = []

        init(name: String) { self.name = name }

        /// Adds a state; states come in ascending order.
        mutating func insert(_ state: Int) {
            if let last = ranges.last, last.upperBound + 1 == state {
                ranges[ranges.count - 1] = last.lowerBound...state
            } else {
                ranges.append(state...state)
            }
        }

        var condition: String {
            let parts = ranges.map { range in
                range.count == 1
                    ? "state == \(range.lowerBound)" : "state >= \(range.lowerBound) && state <= \(range.upperBound)"
            }
            return parts.isEmpty ? "false" : parts.map { "(\($0))" }.joined(separator: " || ")
        }
    }

    /// Whether SPIN accepts a text as the name of a proposition.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, "a"..."z" ~= first, !reserved.contains(text) else { return false }
        return text.unicodeScalars.allSatisfy {
            "a"..."z" ~= $0 || "A"..."Z" ~= $0 || "0"..."9" ~= $0 || $0 == "_"
        }
    }

    /// The words of Promela, of its formulas, and those that the program itself uses.
    private static let reserved: Set = [
        "active", "always", "assert", "atomic", "bit", "bool", "break", "byte", "c_code", "c_decl", "c_expr", "c_state",
        "c_track", "chan", "claim", "d_step", "do", "else", "empty", "enabled", "end", "equivalent", "eval",
        "eventually", "false", "fi", "for", "full", "get_priority", "goto", "hidden", "if", "implies", "in", "init",
        "inline", "int", "len", "local", "ltl", "machine", "mtype", "never", "next", "next_state", "nempty", "nfull",
        "notrace", "np_", "od", "of", "pc_value", "pid", "printf", "printm", "priority", "proctype", "provided",
        "release", "return", "run", "select", "set_priority", "short", "show", "skip", "state", "stronguntil",
        "timeout", "trace", "true", "typedef", "unless", "unsigned", "until", "weakuntil", "xr", "xs",
    ]
}
