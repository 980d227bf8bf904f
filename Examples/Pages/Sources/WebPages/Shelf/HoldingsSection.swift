import Parts
import Shelf
import OakWeb

extension Holdings.State {
    /// The documents on the shelf.
    var section: Element<Place.Flow> {
        Element(.section, key: "holdings", .aria(.labelledby, "holdings-title")) {
            Element(.header, .class("heading")) {
                Element(.div) {
                    Element(.h2, .id("holdings-title")) { "On the shelf" }
                    Element(.p, .class("hint"), .role("status")) { status }
                }
                ShelfMessage.newNote.button("New document", .primary, .id("new-note"))
            }
            if case .failed(let problem) = phase {
                problem.paragraph()
                Element(.div, .class("actions")) { ShelfMessage.listAgain.button("Look again") }
            }
            if !documents.isEmpty {
                Element(.ul, .class("documents"), .aria(.labelledby, "holdings-title")) {
                    for document in documents {
                        Element(.li, key: document.id) {
                            document.label
                            Element(.div, .class("actions")) {
                                document.button("Open", .open, .plain)
                                document.button("Remove", .remove, .quiet)
                            }
                        }
                    }
                }
            }
        }
    }

    private var status: String {
        switch phase {
        case .listing: "Looking …"
        case .shown: summary
        case .failed: "Something went wrong."
        }
    }
}
