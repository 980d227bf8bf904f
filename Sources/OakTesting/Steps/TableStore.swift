import Foundation

/// The file of a stored table.
struct TableStore {
    let file: URL

    init(path: String?, transducer: String, testFile: String) {
        let testFile = URL(fileURLWithPath: testFile)
        let folder = testFile.deletingLastPathComponent()
        let name = transducer.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }
        let standard = "__Tables__/\(testFile.deletingPathExtension().lastPathComponent)/\(String(name)).md"
        file = URL(fileURLWithPath: path ?? standard, relativeTo: folder).absoluteURL
    }
}

extension TableStore {
    private static let advice = """
        To store it as it is now, run this test with the environment variable OAK_RECORD_TABLES set, for example: \
        OAK_RECORD_TABLES=1 swift test
        """

    /// Reports how a table differs from the stored one.
    func compare(_ table: TransitionTable, at site: CallSite) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            return report(
                "There is no table of \(table.transducer) in \(file.path). \(Self.advice)\n\n\(table)", at: site)
        }
        guard let stored = Grid(markdown: text) else {
            return report("\(file.path) is not a table of transitions. \(Self.advice)\n\n\(table)", at: site)
        }
        let changes = stored.changes(to: table.grid)
        guard !changes.isEmpty else { return }
        let notes = table.notes.isEmpty ? "" : "\n\n" + table.notes.joined(separator: "\n")
        report(
            """
            \(table.transducer) does not behave as stored in \(file.path):

            \(changes.joined(separator: "\n"))

            (Stored: −, Now: +)\(notes)

            \(Self.advice)
            """, at: site)
    }

    /// Stores a table.
    ///
    /// - Returns: Whether the table was stored; a failure is reported.
    @discardableResult
    func record(_ table: TransitionTable, at site: CallSite) -> Bool {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(table.markdown.utf8).write(to: file, options: .atomic)
            return true
        } catch {
            report("The table of \(table.transducer) cannot be stored in \(file.path): \(error)", at: site)
            return false
        }
    }

    func record(_ table: TransitionTable, remindingAt site: CallSite) {
        guard record(table, at: site) else { return }
        report(
            "The table of \(table.transducer) is stored in \(file.path). Now remove `recording` to compare with it.",
            at: site)
    }
}
