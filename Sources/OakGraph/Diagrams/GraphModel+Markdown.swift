extension GraphModel {
    /// The graph as a Markdown table with a row for each state and a column for each event.
    ///
    /// A cell has the state after the event, the effects and the output. A dot stands for an event that is ignored on
    /// purpose; the other intents are named.
    ///
    /// - Parameter style: Whether the table shows effects and what is live, and how long its texts are. Tables are not
    ///   folded, and show all intents.
    /// - Returns: The table, with the name of the machine as its heading.
    /// - Complexity: O(*s* · *e* + *t*) for *s* states, *e* events and *t* transitions.
    public func markdown(_ style: DiagramStyle = DiagramStyle()) -> String {
        let limit = DiagramText.limit
        let columns = Dictionary(zip(events, events.indices), uniquingKeysWith: { first, _ in first })
        let names = states.map { DiagramText.shown($0.text, limit: limit) }
        let isInitial = Set(initial)
        let hasLive = style.showsLive && states.contains(where: \.isAlive)
        var cells = states.map { _ in events.map { _ in [String]() } }
        for transition in transitions {
            guard let column = columns[transition.event] else { continue }
            let cell = transition.cell(target: names[transition.target], style: style)
            // An event that stands for several can have the same result more than once.
            if !cells[transition.source][column].contains(cell) { cells[transition.source][column].append(cell) }
        }
        let head = [""] + (hasLive ? ["live"] : []) + events.map { Table.code(DiagramText.shown($0, limit: limit)) }
        let rows = states.enumerated().map { index, state in
            let marks = (isInitial.contains(index) ? " initial" : "") + (state.isTerminal ? " terminal" : "")
            let live = hasLive ? [state.liveText(limit: limit)] : []
            return [Table.code(names[index]) + marks] + live + cells[index].map { $0.joined(separator: " or ") }
        }
        let title = "# \(Markdown.escaped(DiagramText.printable(machine)))"
        let note = cut.map { "Incomplete: \(Markdown.escaped(DiagramText.printable($0)))" }
        return ([title] + [note].compactMap { $0 } + [Table.markdown([head] + rows)]).joined(separator: "\n\n") + "\n"
    }
}

extension GraphModel.State {
    fileprivate var isAlive: Bool { !children.isEmpty || !activities.isEmpty || !operations.isEmpty }

    fileprivate func liveText(limit: Int) -> String {
        let names =
            children.map { DiagramText.shown($0, limit: limit) } + activities.map { $0.name(limit: limit) }
            + operations.map { DiagramText.shown($0, limit: limit) }
        return names.map(Table.code).joined(separator: ", ")
    }
}

extension GraphModel.Transition {
    fileprivate func cell(target: String, style: DiagramStyle) -> String {
        switch intent {
        case .ignored: return "·"
        case .postponed, .unexpected, .refused, .endless, .invalid, .trapped: return intent.rawValue
        case .handled:
            let results = style.showsEffects ? self.results(limit: DiagramText.limit) : []
            return ([Table.code(target)] + results.map(Markdown.escaped)).joined(separator: ", ")
        }
    }
}

/// Plain text in Markdown.
private enum Markdown {
    static func escaped(_ text: String) -> String {
        DiagramText.replacing(in: text) { scalar in
            "\\`*_{}[]<>#|&~$@:".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
        }
    }
}
