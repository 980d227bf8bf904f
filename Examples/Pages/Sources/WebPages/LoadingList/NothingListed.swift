import LoadingList
import OakWeb

extension LoadingList.Transducer.State.Empty {
    /// Shows empty content with the reason.
    var section: Element<Place.Flow> {
        Element(.section, key: "empty", .class("empty"), .aria(.labelledby, "empty-title")) {
            Element(.div, .class("emblem"), .aria(.hidden, "true"))
            Element(.h2, .id("empty-title")) { title }
            Element(.p) { description }
            Element(.div, .class("actions")) { ActionButtons(actions: actions).html }
        }
    }
}
