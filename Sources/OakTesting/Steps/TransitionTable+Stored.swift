extension TransitionTable: StoredBehaviour {
    package static var noun: String { "table" }
    package static var folder: String { "__Tables__" }
    package static var fileExtension: String { "md" }
    package static var recordingVariable: String { "OAK_RECORD_TABLES" }

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
