import Shelf
import OakWeb

/// The messages of the shelf page.
enum ShelfMessage: String, PageMessage {
    case showCatalogue, showShelf, follow
    case search, searchAgain, download, cancelDownload
    case open, remove, listAgain, back
    case edit, undo, redo, save
    case newNote, nameNote, createNote, dismissNote
    case choose, dismissNotice

    func event(_ message: Message) -> Shelf.Event? {
        switch self {
        case .showCatalogue: .chose(.catalogue)
        case .showShelf: .chose(.shelf)
        case .follow: message["link"].map { .followed(link: "shelf://" + $0) }
        case .search: message["text"].map { .catalogue(.typed($0)) }
        case .searchAgain: .catalogue(.searchAgain)
        case .download: message["document"].map { .catalogue(.download($0, .start)) }
        case .cancelDownload: message["document"].map { .catalogue(.download($0, .cancel)) }
        case .open: message["document"].map { .open($0) }
        case .remove: message["document"].map { .holdings(.remove($0)) }
        case .listAgain: .holdings(.list)
        case .back: .went([])
        case .edit: message.edit
        case .undo: .editor(.undo)
        case .redo: .editor(.redo)
        case .save: .editor(.save)
        case .newNote: .newNote
        case .nameNote: message["text"].map { .note(.typed($0)) }
        case .createNote: .note(.create)
        case .dismissNote: .dismissNewNote
        case .choose: message.choice
        case .dismissNotice: .dismissNotice
        }
    }
}

extension Message {
    fileprivate var edit: Shelf.Event? {
        guard let field = self["field"].flatMap(Editor.Field.init), let text = self["text"] else { return nil }
        return .editor(.typed(field, text))
    }

    /// The choices of a notice come back by their names: a page sends no events of its own making.
    fileprivate var choice: Shelf.Event? {
        switch (self["choice"], self["document"]) {
        case ("discard", _): .discard
        case ("dismiss", _): .dismissNotice
        case ("again", let id?): .downloadAgain(id)
        case (_, _): nil
        }
    }
}

extension Attribute {
    /// Adds a document to a message.
    static func saysDocument(_ id: Document.ID) -> Attribute { .says("document", id) }
}
