extension GraphComparison: CustomStringConvertible {
    /// The verdict, the sequence of events that shows the difference, and tables of what has changed.
    public var description: String { text(limit: 20) }

    /// The comparison as text, with a limit of the length of each table and list.
    ///
    /// - Parameter limit: The number of rows and names to show; the text counts the others.
    package func text(limit: Int) -> String {
        let limit = max(limit, 1)
        return [
            headline(limit: limit), separationTable(limit: limit), changeTable(limit: limit),
            list("Events of the new version only", addedEvents, limit: limit),
            list("Events of the old version only", removedEvents, limit: limit),
            list("States of the new version only", states.added.map { new.states[$0].text }, limit: limit),
            list("States of the old version only", states.removed.map { old.states[$0].text }, limit: limit),
            list(
                "Renamed states", states.renamed.map { "\(old.states[$0.old].text) → \(new.states[$0.new].text)" },
                limit: limit),
        ].compactMap { $0 }.joined(separator: "\n\n")
    }

    private func headline(limit: Int) -> String {
        let name = old.machine == new.machine ? old.machine : "\(old.machine) and \(new.machine)"
        switch verdict {
        case .equivalent: return "\(name): both versions behave alike."
        case .inconclusive(let reason): return "\(name): it is not known whether both versions behave alike. \(reason)"
        case .different(let separation):
            let events = separation.events
            let place =
                events.isEmpty
                ? "in their initial states"
                : events.count > min(limit, 8)
                    ? "after \(events.count) events" : "after \(events.joined(separator: ", "))"
            return "\(name): the versions differ \(place)."
        }
    }

    private func separationTable(limit: Int) -> String? {
        guard case .different(let separation) = verdict else { return nil }
        let text = BehaviourText(aspects: aspects)
        let (oldStart, newStart) = (old.states[separation.oldStart], new.states[separation.newStart])
        let describe = separation.steps.isEmpty ? text.detail : text.name
        let start = [separation.steps.isEmpty ? ">" : "", "", describe(oldStart), describe(newStart)]
        let head = separation.steps.count > limit ? limit / 2 : separation.steps.count
        let tail = separation.steps.count > limit ? limit - head : 0
        let hidden = separation.steps.count - head - tail
        let rows = (separation.steps.prefix(head) + separation.steps.suffix(tail)).map { row(of: $0, text) }
        var shown = Array(rows.prefix(head))
        if hidden > 0 { shown.append(["", "… \(hidden) more …", "", ""]) }
        shown += rows.suffix(tail)
        if let last = shown.indices.last { shown[last][0] = ">" }
        return table([["", "event", "old", "new"], start] + shown)
    }

    private func row(of step: Step, _ text: BehaviourText) -> [String] {
        let texts = text.texts(step.oldTransitions, in: old, and: step.newTransitions, in: new)
        return ["", event(step.event, from: step.sender), texts.old ?? "—", texts.new ?? "—"]
    }

    private func changeTable(limit: Int) -> String? {
        guard !changes.isEmpty else { return nil }
        let rows = changes.prefix(limit).map { change in
            [
                change.kind.sign, change.state, change.event.map { event($0, from: change.sender) } ?? "",
                change.old ?? "—", change.new ?? "—",
            ]
        }
        let rest = changes.count > limit ? "\n… and \(changes.count - limit) more" : ""
        return table([["", "state", "event", "old", "new"]] + rows) + rest
    }

    private func event(_ event: String, from sender: String?) -> String {
        event + (sender.map { " from \($0)" } ?? "")
    }

    private func list(_ title: String, _ names: [String], limit: Int) -> String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count > limit ? ", and \(names.count - limit) more" : ""
        return "\(title): \(names.prefix(limit).joined(separator: ", "))\(rest)"
    }

    /// Rows in aligned columns; long cells are cut.
    private func table(_ rows: [[String]]) -> String {
        let widest = 60
        let rows = rows.map { row in
            row.map { cell in
                let line = cell.map { $0.isNewline ? " " : String($0) }.joined()
                return line.count > widest ? line.prefix(widest - 1) + "…" : line
            }
        }
        return Table.aligned(rows, gap: "  ")
    }
}

extension GraphComparison.Change.Kind {
    fileprivate var sign: String {
        switch self {
        case .added: "+"
        case .removed: "−"
        case .changed: "~"
        }
    }
}
