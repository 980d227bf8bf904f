import OakWeb
import Parts
import Shelf

extension NewNote.State {
    /// Asks for the title of a new document.
    var dialog: Element<Place.Flow> {
        sheetDialog(
            "new-note-sheet", title: "New document",
            field: field(
                "Title", id: "note-title", name: "title", value: title,
                note: problem.map { "\($0.reason) \($0.advice)" }, isWrong: problem != nil,
                .autofocus, .onInput(ShelfMessage.nameNote)),
            submit: submit("Create", isOff: !canCreate), sending: ShelfMessage.createNote, dismiss: .dismissNote)
    }
}

extension Notice {
    /// Asks or tells the user.
    var dialog: Element<Place.Flow> {
        alertDialog("notice", title: title, reason: message, dismiss: ShelfMessage.dismissNotice) {
            for choice in choices { choice.button }
        }
    }
}

extension Notice.Choice {
    fileprivate var button: Element<Place.Phrase> {
        switch event {
        case .discard: ShelfMessage.discard.button(title)
        case .downloadAgain(let id): ShelfMessage.downloadAgain.button(title, .primary, .says("document", id))
        case _: ShelfMessage.dismissNotice.button(title, .primary)
        }
    }
}
