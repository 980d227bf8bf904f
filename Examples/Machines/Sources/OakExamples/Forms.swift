import Parts

// A form in a terminal: a line answers the question about the next field, and the name of a field leads back to it.

extension FieldForm.State {
    var text: String {
        guard let focus else { return "Type \"continue\", or the field to change." }
        return (objections[focus].map { $0 + "\n" } ?? "") + "\(focus.rawValue): \(Subject.hint(for: focus, in: texts))"
    }

    var words: [(String, FieldForm.Event)] {
        (focus == nil ? [("continue", .submit)] : [])
            + Subject.Field.allCases.filter { $0 != focus && texts[$0] != nil }.map { ($0.rawValue, .focus($0)) }
    }

    func answer(_ line: String) -> FieldForm.Event? { focus.map { .enter($0, line) } }
}

extension Problem {
    /// The problem, its remedy, and the words that follow.
    ///
    /// - Parameter words: What a user can type.
    func text(offering words: String) -> String { "Error: \(reason)\n\(advice) Type \(words)." }
}
