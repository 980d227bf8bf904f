public import Oak
public import Parts

/// An opened document: its text to read, and its card to edit, with undo and redo.
public enum Editor: EffectTransducer {
    /// The state of an opened document.
    public struct State: Codable, Hashable, Identifiable, Sendable {
        /// The stage.
        public enum Phase: Codable, Hashable, Sendable {
            /// The document is being opened.
            case opening
            /// The card can be edited.
            case editing
            /// The card is being saved, and cannot be edited meanwhile.
            case saving
        }

        /// The document.
        public let id: Document.ID
        /// The stage.
        public var phase = Phase.opening
        /// Its text.
        public var text = ""
        /// The card as edited.
        public var card: Card
        /// The card as saved.
        public var saved: Card
        /// The cards to go back to, the latest last.
        public var past: [Card] = []
        /// The cards to go forward to, the nearest last.
        public var future: [Card] = []
        /// The reason why the card could not be saved.
        public var problem: Problem?

        /// The field that was typed into last: keystrokes in one field after another are undone together.
        var typing: Field?

        /// Creates the state in which a document is being opened.
        ///
        /// - Parameter id: The document.
        public init(_ id: Document.ID) {
            self.id = id
            card = Card(title: id)
            saved = card
        }

        /// Whether the card has changes that are not saved.
        public var isEdited: Bool { card != saved }
        /// Whether the card can be saved.
        public var canSave: Bool { phase == .editing && isEdited }
        /// Whether there is a change to undo.
        public var canUndo: Bool { phase == .editing && !past.isEmpty }
        /// Whether there is a change to redo.
        public var canRedo: Bool { phase == .editing && !future.isEmpty }
    }

    /// The fields of a card.
    public enum Field: String, Codable, Sendable {
        /// Its title.
        case title
        /// Its note.
        case note

        var path: WritableKeyPath<Card, String> {
            switch self {
            case .title: \.title
            case .note: \.note
            }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The document is open.
        case opened(Content)
        /// The user has changed a field.
        case typed(Field, String)
        /// The user takes back the last change.
        case undo
        /// The user makes it again.
        case redo
        /// The user saves the card.
        case save
        /// The card is saved.
        case saved
        /// The document could not be opened, or the card not saved.
        case failed(Problem)
    }

    /// The news for others.
    public enum Outcome: Equatable, Sendable {
        /// The card is saved.
        case saved
        /// The document cannot be opened.
        case unreadable(Problem)
    }

    public typealias Output = Outcome?
    public typealias Env = Services
}
