import LoadingList
import Oak
import OakWeb
import Parts
import Shelf

extension Catalogue.State {
    /// The search, and the documents that were found.
    ///
    /// - Parameter holdings: The documents on the shelf, which can be opened.
    func section(offering holdings: Holdings.State) -> Element<Place.Flow> {
        list(
            "catalogue", title: "Catalogue", status: status, class: "rows documents",
            above: {
                field("Search titles and texts", id: "search", value: query, .onInput(ShelfMessage.search))
                if case .failed(let problem) = phase {
                    problem.alert
                    ShelfMessage.searchAgain.button("Search again")
                }
            },
            rows: {
                for document in documents {
                    document.row(downloads[document.id] ?? .idle, isOnShelf: holdings.contains(document.id))
                }
            })
    }

    private var status: String {
        switch phase {
        case .typing, .searching: "Searching …"
        case .shown: summary
        case .failed: "The search has failed."
        }
    }
}

extension Document {
    fileprivate func row(_ download: Download.State, isOnShelf: Bool) -> Element<Place.Items<Place.Flow>> {
        Element(.li, key: id) {
            label
            Element(.span, .class("size")) { LoadingList.sizeText(bytes) }
            Element(.div, .class("actions")) {
                switch (download, isOnShelf) {
                case (.loading(let share), _):
                    let percent = Int(share * 100)
                    Element(.progress, .aria(.label, "Download of \(title)"), .max(100), .value("\(percent)"))
                    button("Cancel", .cancelDownload, .plain)
                case (.idle, true), (.failed, true): button("Open", .open, .plain)
                case (.idle, false): button("Download", .download, .primary)
                case (.failed, false): button("Retry", .download, .primary)
                }
            }
            if case .failed(let problem) = download, !isOnShelf { problem.alert }
        }
    }

    /// A button whose name says which document it is for, because there are several on the page.
    func button(_ title: String, _ message: ShelfMessage, _ prominence: Prominence) -> Element<Place.Phrase> {
        message.button(title, prominence, .aria(.label, "\(title) \(self.title)"), .says("document", id))
    }

    /// The title, and a line of the text.
    var label: Element<Place.Flow> {
        Element(.div, .class("label")) {
            Element(.p, .class("name"), .dir(.auto)) { title }
            if !excerpt.isEmpty { Element(.p, .class("hint"), .dir(.auto)) { excerpt } }
        }
    }
}
