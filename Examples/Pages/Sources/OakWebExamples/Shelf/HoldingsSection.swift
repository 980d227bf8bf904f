import OakWeb
import Parts
import Shelf

extension Holdings.State {
    /// The documents on the shelf.
    var section: Element<Place.Flow> {
        list("holdings", title: "On the shelf", status: status, class: "rows documents") {
            ShelfMessage.newNote.button("New document", .primary, .id("new-note"))
        } above: {
            if case .failed(let problem) = phase {
                problem.alert
                ShelfMessage.listAgain.button("Look again")
            }
        } rows: {
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

    private var status: String {
        switch phase {
        case .listing: "Looking …"
        case .shown: summary
        case .failed: "Something went wrong."
        }
    }
}
