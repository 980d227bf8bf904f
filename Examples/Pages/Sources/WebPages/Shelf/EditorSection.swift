import Parts
import Shelf
import OakWeb

extension Editor.State {
    /// The opened document.
    var section: Element<Place.Flow> {
        Element(.section, key: "editor", .class("editor"), .aria(.labelledby, "editor-title")) {
            Element(.div, .class("actions")) { ShelfMessage.back.button("All documents", .plain, .id("back")) }
            Element(.h2, .id("editor-title"), .focusable, .autofocus, .dir(.auto)) { saved.title }
            switch phase {
            case .opening: Element(.p, .class("waiting"), .role("status")) { "Opening …" }
            case .editing, .saving:
                form
                Element(.div, .class("panel text"), .dir(.auto)) { text }
            }
        }
    }

    private var form: Element<Place.Flow> {
        Element(.form, .class("panel form"), .onSubmit(ShelfMessage.save)) {
            field("title", "Title", card.title)
            field("note", "Note", card.note)
            if let problem { problem.paragraph() }
            Element(.div, .class("actions")) {
                button("Undo", .undo, isOn: canUndo)
                button("Redo", .redo, isOn: canRedo)
                Element(
                    .button, .type(.submit), .class(Prominence.primary.rawValue),
                    .aria(.disabled, canSave ? "false" : "true")
                ) { "Save" }
            }
        }
    }

    private func field(_ name: String, _ title: String, _ text: String) -> Element<Place.Fields> {
        Element(.div, key: name, .class("field")) {
            Element(.label, .for(name)) { title }
            Element(
                .input, .id(name), .name(name), .type(.text), .value(text), .onInput(ShelfMessage.edit),
                .autocomplete("off"), .dir(.auto))
        }
    }

    /// A button that keeps the focus while it has nothing to do.
    private func button(_ title: String, _ message: ShelfMessage, isOn: Bool) -> Element<Place.Phrase> {
        message.button(title, .plain, .aria(.disabled, isOn ? "false" : "true"))
    }
}
