import OakWeb
import Parts

/// The content of a step of the checkout.
///
/// - Parameters:
///   - title: The title, which takes the focus when the step begins, so that it is read aloud.
///   - key: Identifies the step among others.
///   - content: The content below the title.
func stepPanel(
    _ title: String, key: String, @HTMLBuilder<Place.Flow> content: () -> HTML
) -> Element<Place.Flow> {
    Element(.section, key: key, .class("panel step"), .aria(.labelledby, "step-title")) {
        Element(.h2, .id("step-title"), .focusable, .autofocus) { title }
        content()
    }
}

extension ServiceCall.State {
    /// Shows that a service is working, or its problem.
    ///
    /// - Parameters:
    ///   - title: The work of the service.
    ///   - retry: The message that asks again.
    ///   - origin: The button that began the call, which stays in place: a double click must not hit another one.
    ///   - others: Further controls.
    @HTMLBuilder<Place.Flow>
    func conversation(
        _ title: String, retry: CheckoutMessage, origin: Element<Place.Phrase>? = nil,
        @HTMLBuilder<Place.Phrase> others: () -> Fragment<Place.Phrase>
    ) -> HTML {
        if case .failed(_, let problem) = self { problem.alert }
        Element(.div, key: "actions", .class("actions")) {
            if case .failed = self { retry.button("Retry", .primary) } else if let origin { origin }
            others()
        }
        if isWorking { Element(.p, key: "waiting", .class("waiting"), .role("status")) { title } }
    }
}
