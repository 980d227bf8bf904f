import Parts
import OakWeb

/// The content of a step of the checkout.
struct StepPanel {
    /// Identifies it among the steps.
    let key: String
    let title: String
    @HTMLBuilder<Place.Flow> let content: () -> HTML

    var section: Element<Place.Flow> {
        Element(.section, key: key, .class("panel step"), .aria(.labelledby, "step-title")) {
            // The focus moves here when a step begins, so that it is read aloud.
            Element(.h2, .id("step-title"), .focusable, .autofocus) { title }
            content()
        }
    }
}

extension Problem {
    /// A problem and its remedy.
    var panel: Element<Place.Flow> {
        Element(.div, key: "problem", .class("problem"), .role("alert")) {
            Element(.p) { Element(.strong) { reason } }
            Element(.p) { advice }
        }
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
    func conversation(
        _ title: String, retry: CheckoutMessage, origin: Element<Place.Phrase>? = nil,
        @HTMLBuilder<Place.Phrase> others: () -> Fragment<Place.Phrase>
    ) -> HTML {
        HTML {
            switch self {
            case .waiting: if origin == nil { waiting(title) }
            case .failed(_, let problem): problem.panel
            case .answered: HTML.empty
            }
            Element(.div, key: "actions", .class("actions")) {
                switch self {
                case .failed: retry.button("Retry", .primary)
                case .waiting: if let origin { origin }
                case .answered: HTML.empty
                }
                others()
            }
            if isWorking, origin != nil { waiting(title) }
        }
    }

    private func waiting(_ title: String) -> Element<Place.Flow> {
        Element(.p, key: "waiting", .class("waiting"), .role("status")) { title }
    }
}
