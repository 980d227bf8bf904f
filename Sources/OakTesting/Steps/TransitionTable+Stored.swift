extension TransitionTable: StoredBehaviour {
    static var noun: String { "table" }
    static var folder: String { "__Tables__" }
    static var fileExtension: String { "md" }
    static var recordingVariable: String { "OAK_RECORD_TABLES" }

    var machine: String { transducer }
    var summary: String { description }

    func stored() -> String { markdown }

    func difference(from stored: String) -> StoredDifference {
        guard let stored = Grid(markdown: stored) else { return .unreadable("is not a table of transitions.") }
        let changes = stored.changes(to: grid)
        guard !changes.isEmpty else { return .none }
        let notes = notes.isEmpty ? "" : "\n\n" + notes.joined(separator: "\n")
        return .changed("\(changes.joined(separator: "\n"))\n\n(Stored: −, Now: +)\(notes)")
    }
}
