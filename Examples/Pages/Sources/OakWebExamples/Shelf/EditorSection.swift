import OakWeb
import Parts
import Shelf

extension Editor.State {
    /// The opened document.
    var section: Element<Place.Flow> {
        Element(.section, key: "editor", .class("editor"), .aria(.labelledby, "editor-title")) {
            Element(.div, .class("actions")) { ShelfMessage.back.button("All documents") }
            Element(.h2, .id("editor-title"), .focusable, .autofocus, .dir(.auto)) { saved.title }
            switch phase {
            case .opening: Element(.p, .class("waiting"), .role("status")) { "Opening …" }
            case .editing, .saving:
                if let problem { problem.alert }
                form
                Element(.div, .class("panel text"), .dir(.auto)) { text }
            }
        }
    }

    private var form: Element<Place.Flow> {
        Element(.form, .class("panel form"), .onSubmit(ShelfMessage.save)) {
            field("Title", id: "title", value: card.title, .onInput(ShelfMessage.edit))
            field("Note", id: "note", value: card.note, .onInput(ShelfMessage.edit))
            Element(.div, .class("actions")) {
                ShelfMessage.undo.button("Undo", .plain, .off(!canUndo))
                ShelfMessage.redo.button("Redo", .plain, .off(!canRedo))
                submit("Save", isOff: !canSave)
            }
        }
    }
}
