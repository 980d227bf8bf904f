import Parts
import Shelf
import OakWeb

extension NewNote.State {
    /// Asks for the title of a new document.
    var dialog: Element<Place.Flow> {
        Element(
            .dialog, key: "note", .class("sheet"), .aria(.labelledby, "note-heading"),
            .modal(onDismiss: ShelfMessage.dismissNote)
        ) {
            Element(.form, .onSubmit(ShelfMessage.createNote)) {
                Element(.h2, .id("note-heading")) { "New document" }
                Element(.div, .class("field")) {
                    Element(.label, .for("note-title")) { "Title" }
                    Element(
                        .input, .id("note-title"), .name("title"), .type(.text), .value(title), .autofocus,
                        .onInput(ShelfMessage.nameNote), .autocomplete("off"), .dir(.auto),
                        .aria(.invalid, problem == nil ? "false" : "true"),
                        problem.map { _ in .aria(.describedby, "note-problem") })
                    if let problem { problem.paragraph(id: "note-problem") }
                }
                Element(.div, .class("actions")) {
                    Element(
                        .button, .type(.submit), .class(Prominence.primary.rawValue),
                        .aria(.disabled, canCreate ? "false" : "true")
                    ) { "Create" }
                    ShelfMessage.dismissNote.button("Cancel")
                }
            }
        }
    }
}

extension Notice {
    /// Asks or tells the user.
    var dialog: Element<Place.Flow> {
        Element(
            .dialog, key: "notice", .class("alert"), .role("alertdialog"), .aria(.labelledby, "notice-title"),
            .aria(.describedby, "notice-message"), .modal(onDismiss: ShelfMessage.dismissNotice)
        ) {
            Element(.h2, .id("notice-title")) { title }
            Element(.p, .id("notice-message")) { message }
            Element(.div, .class("actions")) {
                for choice in choices {
                    Element(
                        .button, key: choice.id, .type(.button), .class(choice.prominence.rawValue),
                        .onClick(ShelfMessage.choose), .says("choice", choice.name), choice.document
                    ) { choice.title }
                }
            }
        }
    }
}

extension Notice.Choice {
    fileprivate var prominence: Prominence { isDestructive ? .plain : .primary }

    fileprivate var name: String {
        switch event {
        case .discard: "discard"
        case .downloadAgain: "again"
        case _: "dismiss"
        }
    }

    fileprivate var document: Attribute? {
        if case .downloadAgain(let id) = event { .saysDocument(id) } else { nil }
    }
}
