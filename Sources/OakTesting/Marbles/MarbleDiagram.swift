/// A timeline of frames, written with one character per frame.
///
/// The notation is that of RxJS ("marble diagrams", RxJS documentation, "Testing RxJS code with marble diagrams") with
/// the groups and ends of the validation diagrams of swift-async-algorithms: a group takes one frame, whatever its
/// length.
struct MarbleDiagram: Equatable {
    /// One occurrence in a frame.
    enum Mark: Hashable {
        /// The value behind a letter or digit.
        case value(Character)
        /// The run is cancelled.
        case cancellation
        /// The run ends.
        case end
        /// The run fails.
        case failure
    }

    /// A mark, and its position.
    struct Marble: Equatable {
        let mark: Mark
        /// Counted from one.
        let column: Int
    }

    /// The content of a diagram.
    enum Subject {
        case events, outputs
    }

    private(set) var frames: [[Marble]] = []

    /// Reads a diagram.
    init(_ text: String, of subject: Subject) throws(MarbleError) {
        var group: (marbles: [Marble], column: Int)?
        var hasEnded = false
        for (index, character) in text.enumerated() {
            let column = index + 1
            func error(_ reason: MarbleError.Reason) -> MarbleError {
                MarbleError(reason: reason, subject: subject, diagram: text, column: column)
            }
            switch character {
            case " ": continue
            case "-":
                guard group == nil else { throw error(.timeInGroup) }
                frames.append([])
            case "(":
                guard group == nil else { throw error(.groupInGroup) }
                group = ([], column)
            case ")":
                guard let closed = group else { throw error(.groupNotOpened) }
                frames.append(closed.marbles)
                group = nil
            default:
                guard let mark = Mark(character) else { throw error(.unknownCharacter(character)) }
                guard mark.isPossible(in: subject) else { throw error(.misplaced(character)) }
                guard !hasEnded else { throw error(.afterEnd) }
                hasEnded = mark == .end || mark == .failure
                let marble = Marble(mark: mark, column: column)
                if group == nil { frames.append([marble]) } else { group?.marbles.append(marble) }
            }
        }
        guard group == nil else {
            throw MarbleError(reason: .groupNotClosed, subject: subject, diagram: text, column: group?.column ?? 1)
        }
    }
}

extension MarbleDiagram.Mark {
    init?(_ character: Character) {
        switch character {
        case "|": self = .end
        case "^", "#": self = .failure
        case ";": self = .cancellation
        case _ where character.isLetter || character.isNumber: self = .value(character)
        default: return nil
        }
    }

    var character: Character {
        switch self {
        case .value(let letter): letter
        case .cancellation: ";"
        case .end: "|"
        case .failure: "^"
        }
    }

    fileprivate func isPossible(in subject: MarbleDiagram.Subject) -> Bool {
        switch self {
        case .value: true
        case .cancellation: subject == .events
        case .end, .failure: subject == .outputs
        }
    }
}

extension MarbleDiagram {
    /// The frames with the values behind their letters.
    func frames<Value>(with values: [Character: Value], of subject: Subject, in text: String) throws(MarbleError)
        -> [[(mark: Mark, value: Value?)]]
    {
        var result: [[(mark: Mark, value: Value?)]] = []
        for frame in frames {
            var marbles: [(mark: Mark, value: Value?)] = []
            for marble in frame {
                guard case .value(let letter) = marble.mark else {
                    marbles.append((marble.mark, nil))
                    continue
                }
                guard let value = values[letter] else {
                    throw MarbleError(
                        reason: .noValue(letter), subject: subject, diagram: text, column: marble.column)
                }
                marbles.append((marble.mark, value))
            }
            result.append(marbles)
        }
        return result
    }
}
