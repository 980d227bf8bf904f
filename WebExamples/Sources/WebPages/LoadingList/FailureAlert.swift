import LoadingList
import WebHost

extension LoadingList.Transducer.State.Failure {
    /// Says that a folder could not be read, and what can be done about it.
    var dialog: Element {
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
