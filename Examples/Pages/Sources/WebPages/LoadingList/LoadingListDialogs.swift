import LoadingList
import OakWeb

extension LoadingList.Transducer.State.Sheet {
    /// Asks for a folder.
    var dialog: Element<Place.Flow> {
        Element(
            .dialog, key: "sheet", .class("sheet"), .aria(.labelledby, "sheet-title"),
            .modal(onDismiss: LoadingListMessage.dismissSheet)
        ) {
            Element(.form, .onSubmit(LoadingListMessage.commitSheet)) {
                Element(.h2, .id("sheet-title")) { title }
                Element(.div, .class("field")) {
                    Element(.label, .for("folder")) { "Folder" }
                    Element(
                        .input, .id("folder"), .name(LoadingListMessage.folder), .type(.text), .value(self.default),
                        .aria(.describedby, "folder-hint"), .autofocus, .autocomplete("off"), .spellcheck(false),
                        .dir(.auto))
                    Element(.p, .class("hint"), .id("folder-hint")) { description }
                }
                Element(.div, .class("actions")) {
                    Element(.button, key: "list", .type(.submit), .class(Prominence.primary.rawValue)) { "List" }
                    ActionButtons(actions: [cancel], place: "sheet", prominence: .plain).html
                }
            }
        }
    }
}
