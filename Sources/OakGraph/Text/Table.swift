/// Rows of cells as text, with the heads of the columns in the first row.
package enum Table {
    /// Aligned columns.
    package static func aligned(_ rows: [[String]], gap: String) -> String {
        padded(rows).map { row in
            String(row.joined(separator: gap).reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    /// A table in Markdown, in aligned columns for readers of the source.
    package static func markdown(_ rows: [[String]]) -> String {
        let rows = padded(rows)
        var lines = rows.map { "| \($0.joined(separator: " | ")) |" }
        let rule = rows[0].map { String(repeating: "-", count: $0.count + 2) }.joined(separator: "|")
        lines.insert("|\(rule)|", at: 1)
        return lines.joined(separator: "\n")
    }

    private static func padded(_ rows: [[String]]) -> [[String]] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) } }
    }

    /// Inline code of Markdown, on one line.
    package static func code(_ text: String) -> String {
        let escaped = text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
        var run = 0
        var longest = 0
        for scalar in text.unicodeScalars {
            run = scalar == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        return longest == 0 ? "`\(escaped)`" : "\(fence) \(escaped) \(fence)"
    }
}
