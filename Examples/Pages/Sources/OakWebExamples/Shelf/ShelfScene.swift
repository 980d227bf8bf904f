import Oak
import OakWeb
import Shelf

/// The messages of the shelf page; those about a document say which.
enum ShelfMessage: String, PageMessage {
    case showCatalogue, showShelf, follow
    case search, searchAgain, download, cancelDownload, downloadAgain
    case open, remove, listAgain, back
    case edit, undo, redo, save, discard
    case newNote, nameNote, createNote, dismissNote
    case dismissNotice

    func event(_ message: Message) -> Shelf.Event? {
        switch self {
        case .showCatalogue: .chose(.catalogue)
        case .showShelf: .chose(.shelf)
        case .follow: message["link"].map { .followed(link: "shelf://" + $0) }
        case .search: message["text"].map { .catalogue(.typed($0)) }
        case .searchAgain: .catalogue(.searchAgain)
        case .download: message["document"].map { .catalogue(.download($0, .start)) }
        case .cancelDownload: message["document"].map { .catalogue(.download($0, .cancel)) }
        case .downloadAgain: message["document"].map { .downloadAgain($0) }
        case .open: message["document"].map { .open($0) }
        case .remove: message["document"].map { .holdings(.remove($0)) }
        case .listAgain: .holdings(.list)
        case .back: .went([])
        case .edit: message.entry().map { .editor(.typed($0, $1)) }
        case .undo: .editor(.undo)
        case .redo: .editor(.redo)
        case .save: .editor(.save)
        case .discard: .discard
        case .newNote: .newNote
        case .nameNote: message["text"].map { .note(.typed($0)) }
        case .createNote: .note(.create)
        case .dismissNote: .dismissNewNote
        case .dismissNotice: .dismissNotice
        }
    }
}

extension Shelf.State {
    /// The visible tab, or the opened document, with what is in front of it.
    @HTMLBuilder<Place.Flow> var scene: HTML {
        Element(
            .nav, key: "tabs", .class("tabs"), .aria(.label, "Parts of the shelf"), .onLink(ShelfMessage.follow)
        ) {
            tabButton("Catalogue", .showCatalogue, for: .catalogue)
            tabButton("Shelf", .showShelf, for: .shelf)
        }
        switch tab {
        case .catalogue: catalogue.section(offering: holdings)
        case .shelf:
            if let editor, path == [editor.id] { editor.section } else { holdings.section }
        }
        if let newNote { newNote.dialog }
        if let shownNotice { shownNotice.dialog }
    }

    private func tabButton(_ title: String, _ message: ShelfMessage, for tab: Tab) -> Element<Place.Phrase> {
        Element(.button, .class("tab"), .onClick(message), self.tab == tab ? .aria(.current, "page") : nil) { title }
    }
}
