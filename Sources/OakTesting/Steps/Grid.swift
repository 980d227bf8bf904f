import OakGraph

/// A table in its stored form: names and cells as Markdown.
struct Grid: Equatable {
    struct Row: Equatable {
        let name: String
        let cells: [String]
    }

    let columns: [String]
    let rows: [Row]

    /// The head of the column of live parts. Events are formatted as code, so no event can be mistaken for it.
    static let live = "live"
}

extension Grid {
    var markdown: String { Table.markdown([[""] + columns] + rows.map { [$0.name] + $0.cells }) }

    /// Reads the first table in a text.
    init?(markdown: String) {
        let lines = markdown.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("|") }.map(Self.cells)
        guard let head = lines.first, lines.count >= 2 else { return nil }
        let body = lines.dropFirst(2)
        guard body.allSatisfy({ $0.count == head.count }) else { return nil }
        columns = Array(head.dropFirst())
        rows = body.map { Row(name: $0[0], cells: Array($0.dropFirst())) }
    }

    /// The cells of a line, split at unescaped bars.
    private static func cells(of line: Substring) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in line.dropFirst() {
            if character == "|", !isEscaped { cells.append("") } else { cells[cells.count - 1].append(character) }
            isEscaped = character == "\\"
        }
        // The text behind the last bar is empty.
        return cells.dropLast().map { cell in
            let trimmed = cell.drop { $0 == " " }
            return String(trimmed.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// A text as inline code on one line, which Markdown leaves unchanged.
    static func code(_ text: String) -> String {
        Table.code(text.map { $0.isNewline ? " " : String($0) }.joined())
    }

    /// The differences of another table from this one, cell by cell; empty if only the order differs.
    func changes(to new: Grid) -> [String] {
        let (names, newNames) = (rows.map(\.name), new.rows.map(\.name))
        var changes: [String] = []
        changes += names.filter { !newNames.contains($0) }.map { "− state \($0)" }
        changes += newNames.filter { !names.contains($0) }.map { "+ state \($0)" }
        changes += columns.filter { !new.columns.contains($0) }.map { "− \(Self.name(ofColumn: $0))" }
        changes += new.columns.filter { !columns.contains($0) }.map { "+ \(Self.name(ofColumn: $0))" }
        for row in new.rows {
            guard let old = rows.first(where: { $0.name == row.name }) else { continue }
            for (column, cell) in zip(new.columns, row.cells) {
                guard let index = columns.firstIndex(of: column), old.cells[index] != cell else { continue }
                let place = column == Self.live ? "what is live in \(row.name)" : "\(row.name) on \(column)"
                changes.append("\(place):\n  − \(old.cells[index])\n  + \(cell)")
            }
        }
        return changes
    }

    private static func name(ofColumn column: String) -> String {
        column == live ? "what is live" : "event \(column)"
    }
}
