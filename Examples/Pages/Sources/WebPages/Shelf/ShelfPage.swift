import Oak
import Parts
public import Shelf
public import OakInspector
public import OakWeb

extension Shelf {
    /// A page with a catalogue and a shelf.
    ///
    /// - Parameters:
    ///   - services: Where the documents are.
    ///   - archive: Where the state is kept: a machine begins where the last one was.
    ///   - inspector: The inspector of the machines.
    public static func page(services: Services, archive: Archive, inspector: Inspector = Inspector()) -> Page {
        Page(
            for: Shelf.self, at: "shelf", title: "Shelf",
            summary: "A catalogue to search and download from, and a shelf of documents to write notes about.",
            host: {
                TransducerHost(
                    of: Shelf.self, initialState: archive.state, env: services,
                    observer: .all(archive.observer, inspector.watch("Shelf")))
            },
            render: { $0.scene },
            decode: ShelfMessage.decode)
    }
}

extension Shelf.State {
    /// The visible tab, or the opened document, with what is in front of it.
    var scene: HTML {
        HTML {
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
    }

    private func tabButton(_ title: String, _ message: ShelfMessage, for tab: Tab) -> Element<Place.Phrase> {
        Element(
            .button, .type(.button), .id("tab-\(tab.rawValue)"), .class("tab"), .onClick(message),
            self.tab == tab ? .aria(.current, "page") : nil
        ) { title }
    }
}

extension Problem {
    /// The problem and its remedy.
    ///
    /// - Parameter id: The name of the paragraph.
    func paragraph<Kind: Place.Block>(id: String? = nil) -> Element<Kind> {
        Element(.p, .class("objection"), .role("alert"), id.map { .id($0) }) { "\(reason) \(advice)" }
    }
}
