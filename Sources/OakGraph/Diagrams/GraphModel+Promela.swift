extension GraphModel {
    /// The graph in Promela, the language of the model checker SPIN, as a second opinion.
    ///
    /// ```sh
    /// spin -a -o3 machine.pml
    /// cc -O2 -DNOREDUCE -DSAFETY -o pan pan.c
    /// ./pan -n -w24 -m10000000
    /// ```
    ///
    /// The verifier stores as many states as the graph has that can be reached, and one transition more than the graph
    /// has, which is its first step. With *k* initial states, *k* other than one, it begins in a state of its own: one
    /// state and *k* transitions more. The option `-w` is the logarithm of the size of the hash table, and `-m` the
    /// longest path, at most one more than the number of states.
    ///
    /// Ignored, unexpected and postponed events are transitions from a state to itself.
    ///
    /// - Returns: The program as text.
    /// - Complexity: O(*n*) in the number of states and transitions.
    public var promela: String { Promela(self).text }
}

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

    var text: String {
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
        return text + "    od\n}\n"
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
