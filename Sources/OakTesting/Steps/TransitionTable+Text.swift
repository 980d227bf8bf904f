import OakGraph

extension TransitionTable: CustomStringConvertible {
    /// The table in aligned columns, with a legend and the messages of the traps.
    public var description: String {
        let head = [""] + (live == nil ? [] : [Grid.live]) + events
        let rows = states.indices.map { row in
            [states[row]] + (live.map { [$0[row]] } ?? []) + cells[row].map(\.text)
        }
        return ([Table.aligned([head] + rows, gap: "    ")] + [legend].compactMap { $0 }).joined(separator: "\n\n")
    }

    /// The table as aligned Markdown, without the messages of the traps, which depend on the build.
    public var markdown: String { "# \(transducer)\n\n\(grid.markdown)\n" }

    var grid: Grid {
        Grid(
            columns: (live == nil ? [] : [Grid.live]) + events.map(Grid.code),
            rows: states.indices.map { row in
                let live = live.map { [$0[row].isEmpty ? "" : Grid.code($0[row])] } ?? []
                let cells = cells[row].map { $0.isSign ? $0.text : Grid.code($0.text) }
                return Grid.Row(name: Grid.code(states[row]), cells: live + cells)
            })
    }

    /// The meanings of the signs that occur.
    private var legend: String? {
        let hasIgnored = cells.joined().contains { if case .ignored = $0 { true } else { false } }
        let lines = (hasIgnored ? ["· ignored"] : []) + notes
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The messages of the traps, one line each.
    var notes: [String] {
        zip(states, cells).flatMap { state, row in
            zip(events, row).compactMap { event, cell in
                guard case .trapped(let note) = cell else { return nil }
                return "✗ \(state) on \(event): \(note)"
            }
        }
    }
}

extension TransitionTable.Cell {
    var text: String {
        switch self {
        case .handled(let state, let effect, let output):
            [state, effect.map { " + \($0)" }, output.map { " / \($0)" }].compactMap { $0 }.joined()
        case .ignored(let output): "·" + (output.map { " / \($0)" } ?? "")
        case .postponed: "postponed"
        case .unexpected(let child): "unexpected" + (child.map { " in \($0)" } ?? "")
        case .trapped: "✗"
        }
    }

    /// Whether the text is only a sign.
    var isSign: Bool {
        switch self {
        case .handled, .ignored(.some): false
        case .ignored(nil), .postponed, .unexpected, .trapped: true
        }
    }
}

extension TransitionTable: StoredBehaviour {
    package static var noun: String { "table" }
    package static var fileExtension: String { "md" }

    package var machine: String { transducer }
    package var summary: String { description }

    package func stored() -> String { markdown }

    package func difference(from stored: String) -> StoredDifference {
        guard let stored = Grid(markdown: stored) else { return .unreadable("is not a table of transitions.") }
        let changes = stored.changes(to: grid)
        guard !changes.isEmpty else { return .none }
        let notes = notes.isEmpty ? "" : "\n\n" + notes.joined(separator: "\n")
        return .changed("\(changes.joined(separator: "\n"))\n\n(Stored: −, Now: +)\(notes)")
    }
}
