import LoadingList
import OakWeb

extension LoadingList.Transducer.State.Failure {
    /// Shows that a folder could not be read, with a remedy.
    var dialog: Element<Place.Flow> {
        Element(
            .dialog, key: "failure", .class("alert"), .role("alertdialog"), .aria(.labelledby, "failure-title"),
            .aria(.describedby, "failure-reason failure-advice"), .modal(onDismiss: LoadingListMessage.confirmAlert)
        ) {
            Element(.h2, .id("failure-title")) { "This folder cannot be listed" }
            Element(.p, .id("failure-reason")) { reason }
            Element(.p, .id("failure-advice"), .class("hint")) { advice }
            Element(.div, .class("actions")) { ActionButtons(actions: actions, place: "failure").html }
        }
    }
}
