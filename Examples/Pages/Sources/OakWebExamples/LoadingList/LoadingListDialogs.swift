import LoadingList
import OakWeb

extension LoadingList.Transducer.State.Modal {
    /// Dialogs in front of the content, which require the user's attention.
    var dialog: Element<Place.Flow> {
        switch self {
        case .sheet(let folder):
            sheetDialog(
                "folder-sheet", title: folder.title,
                field: field("Folder", id: "folder", value: folder.default, note: folder.description, .autofocus),
                submit: submit("List"), sending: LoadingListMessage.commitSheet, dismiss: .dismissSheet)
        case .loading(let loading): loading.overlay
        case .error(let failure):
            alertDialog(
                "failure", title: "This folder cannot be listed", reason: failure.reason, advice: failure.advice,
                dismiss: LoadingListMessage.confirmAlert
            ) {
                LoadingListMessage.confirmAlert.button("OK", .primary)
                LoadingListMessage.retry.button("Retry")
            }
        }
    }
}

extension LoadingList.Transducer.State.Loading {
    /// Shows that a folder is being read, with the progress.
    fileprivate var overlay: Element<Place.Flow> {
        Element(
            .dialog, key: "loading", .class("overlay"), .aria(.labelledby, "loading-title"),
            .modal(onDismiss: LoadingListMessage.cancelLoading)
        ) {
            Element(.h2, .id("loading-title")) {
                "Reading "
                Element(.span, .class("path"), .dir(.auto)) { LoadingList.FolderName(folder).plain }
                " …"
            }
            Element(
                .progress, .aria(.labelledby, "loading-title"),
                // An empty folder counts as read from the beginning; browsers do not accept a maximum of zero.
                progress.map { .max(max(1, $0.total)) }, progress.map { .value("\($0.completed)") })
            Element(.p, .class("hint count")) { progress.map { "\($0.completed) of \($0.total)" } ?? "" }
            Element(.div, .class("actions")) { LoadingListMessage.cancelLoading.button("Cancel") }
        }
    }
}
