import LoadingList
import Oak
import Shelf
import OakWeb

extension Catalogue.State {
    /// The search, and the documents that were found.
    ///
    /// - Parameter holdings: The documents on the shelf, which can be opened.
    func section(offering holdings: Holdings.State) -> Element<Place.Flow> {
        Element(.section, key: "catalogue", .aria(.labelledby, "catalogue-title")) {
            Element(.header, .class("heading")) {
                Element(.h2, .id("catalogue-title")) { "Catalogue" }
                Element(.p, .class("hint"), .role("status")) { status }
            }
            Element(.div, .class("field search")) {
                Element(.label, .for("search")) { "Search titles and texts" }
                Element(
                    .input, .id("search"), .name("search"), .type(.text), .value(query), .onInput(ShelfMessage.search),
                    .inputmode("search"), .autocomplete("off"), .spellcheck(false), .dir(.auto))
            }
            if case .failed(let problem) = phase {
                problem.paragraph()
                Element(.div, .class("actions")) { ShelfMessage.searchAgain.button("Search again") }
            }
            if !documents.isEmpty {
                Element(.ul, .class("documents"), .aria(.labelledby, "catalogue-title")) {
                    for document in documents {
                        document.row(downloads[document.id] ?? .idle, isOnShelf: holdings.contains(document.id))
                    }
                }
            }
        }
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
                    progress(share)
                    button("Cancel", .cancelDownload, .plain)
                case (.idle, true), (.failed, true): button("Open", .open, .plain)
                case (.idle, false): button("Download", .download, .primary)
                case (.failed, false): button("Retry", .download, .primary)
                }
            }
            if case .failed(let problem) = download, !isOnShelf { problem.paragraph() }
        }
    }

    private func progress(_ share: Double) -> Element<Place.Phrase> {
        let percent = Int(share * 100)
        return Element(
            .progress, .aria(.label, "Download of \(title)"), .max(100), .value("\(percent)"),
            .aria(.valuetext, "\(percent) percent"))
    }

    /// A button for this document; its name says for which one.
    func button(_ title: String, _ message: ShelfMessage, _ prominence: Prominence) -> Element<Place.Phrase> {
        Element(
            .button, key: message.rawValue, .type(.button), .id("\(message.rawValue)-\(id)"),
            .class(prominence.rawValue), .aria(.label, "\(title) \(self.title)"), .onClick(message), .saysDocument(id)
        ) { title }
    }

    /// The title, and a line of it.
    var label: Element<Place.Flow> {
        Element(.div, .class("label")) {
            Element(.p, .class("name"), .dir(.auto)) { title }
            if !excerpt.isEmpty { Element(.p, .class("hint"), .dir(.auto)) { excerpt } }
        }
    }
}
