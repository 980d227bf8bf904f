public import Oak

/// An application: a catalogue to search and download from, and a shelf of documents to read and to write notes about.
public enum Shelf: CompositeTransducer {
    /// The state of the application; stored, it is all that is needed to go on later.
    public struct State: Codable, Equatable, Sendable {
        /// The tabs.
        public enum Tab: String, CaseIterable, Codable, Sendable {
            /// The documents that can be had.
            case catalogue
            /// The documents on the shelf.
            case shelf
        }

        /// The visible tab.
        public var tab = Tab.catalogue
        /// The documents that can be had.
        public var catalogue = Catalogue.State()
        /// The documents on the shelf.
        public var holdings = Holdings.State()
        /// The opened document, if any.
        public var editor: Editor.State?
        /// The question for the title of a new document, while it is asked.
        public var newNote: NewNote.State?
        /// A question or a message to the user.
        public var notice: Notice?

        /// Creates the state of an application that is started for the first time.
        public init() {}

        /// The opened documents above the shelf: one, or none, also while the user is asked about leaving it.
        public var path: [Document.ID] { isAskingAboutChanges ? [] : editor.map { [$0.id] } ?? [] }

        /// The notice, once nothing is in front of it.
        public var shownNotice: Notice? { newNote == nil ? notice : nil }

        var isAskingAboutChanges: Bool {
            if case .unsaved = notice { true } else { false }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// The user has chosen a tab.
        case chose(State.Tab)
        /// The user opens a document on the shelf.
        case open(Document.ID)
        /// The user has gone back, or to a document.
        case went([Document.ID])
        /// A link has been opened elsewhere.
        case followed(link: String)
        /// The user wants a new document.
        case newNote
        /// The user does not want it any more.
        case dismissNewNote
        /// The user has read the notice, and changes nothing.
        case dismissNotice
        /// The user discards the changes.
        case discard
        /// The user tries a download again.
        case downloadAgain(Document.ID)
        /// An event of the catalogue.
        case catalogue(Catalogue.Event)
        /// An event of the shelf.
        case holdings(Holdings.Event)
        /// An event of the opened document.
        case editor(Editor.Event)
        /// An event of the question for a title.
        case note(NewNote.Event)
    }

    public typealias Env = Services

    /// The documents that can be had.
    public static let catalogue = child(
        "catalogue", Catalogue.self, event: Event.catalogue, env: { $0 }, failure: .endsTheRun)
    /// The documents on the shelf.
    public static let holdings = child(
        "holdings", Holdings.self, event: Event.holdings, env: { $0 }, failure: .endsTheRun)
    /// The opened document.
    public static let editor = child("editor", Editor.self, event: Event.editor, env: { $0 }, failure: .endsTheRun)
    /// The question for the title of a new document.
    public static let note = child("note", NewNote.self, event: Event.note, env: { $0 }, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        catalogue(state.catalogue)
        holdings(state.holdings)
        note(state.newNote)
        // One document can take the place of another.
        if let inner = state.editor { editor.active(as: inner.id, in: inner) }
    }
}
