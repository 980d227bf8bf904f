/// The reason why a marble diagram cannot be read.
struct MarbleError: Error, Equatable {
    enum Reason: Equatable {
        case unknownCharacter(Character)
        case misplaced(Character)
        case groupInGroup
        case groupNotOpened
        case groupNotClosed
        case timeInGroup
        case afterEnd
        case noValue(Character)
    }

    let reason: Reason
    let subject: MarbleDiagram.Subject
    let diagram: String
    /// Counted from one.
    let column: Int
}

extension MarbleError: CustomStringConvertible {
    var description: String {
        """
        The diagram of the \(subject) cannot be read, column \(column): \(reason)

            \(diagram)
            \(String(repeating: " ", count: column - 1))^
        """
    }
}

extension MarbleError.Reason: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownCharacter(let character):
            "\"\(character)\" has no meaning. Values are letters and digits; a frame in which nothing happens is \"-\"."
        case .misplaced(";"): "outputs are not cancelled; a run that fails is \"^\"."
        case .misplaced(let character): "\"\(character)\" is for outputs; an event that cancels the run is \";\"."
        case .groupInGroup: "there are no groups within groups."
        case .groupNotOpened: "there is no group to be closed."
        case .groupNotClosed: "the group is not closed."
        case .timeInGroup: "no time passes within a group."
        case .afterEnd: "the run is over before that."
        case .noValue(let letter): "there is no value for \"\(letter)\"."
        }
    }
}
