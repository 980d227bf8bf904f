import LoadingList
import OakWeb

extension LoadingList.Transducer.State.Loading {
    /// Shows that a folder is being read, with the progress.
    var dialog: Element<Place.Flow> {
        Element(
            .dialog, key: "loading", .class("overlay"), .aria(.labelledby, "loading-title"),
            .modal(onDismiss: LoadingListMessage.cancelLoading)
        ) {
            Element(.h2, .id("loading-title")) {
                "Reading "
                Element(.span, .class("path"), .dir(.auto)) { LoadingList.FolderName(folder).plain }
                " …"
            }
            bar
            Element(.p, .class("hint count")) { progress.map { "\($0.completed) of \($0.total)" } ?? "" }
            Element(.div, .class("actions")) {
                ActionButtons(actions: [cancel], place: "loading", prominence: .plain).html
            }
        }
    }

    private var bar: Element<Place.Phrase> {
        Element(
            .progress, .aria(.labelledby, "loading-title"),
            // An empty folder counts as read from the beginning; browsers do not accept a maximum of zero.
            progress.map { .max(max(1, $0.total)) }, progress.map { .value("\($0.completed)") })
    }
}
