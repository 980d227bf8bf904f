import Parts
import WebHost

/// What a step of the checkout shows.
struct StepPanel {
    /// Tells it from other steps.
    let key: String
    let title: String
    @HTMLBuilder let content: () -> HTML

    var section: Element {
        Element(.section, key: key, .class("panel step"), .aria(.labelledby, "step-title")) {
            // Where the focus goes when a step begins, so that it is read.
            Element(.h2, .id("step-title"), .focusable, .autofocus) { title }
            content()
        }
    }
}

extension Problem {
    /// What has gone wrong, and what can be done about it.
    var panel: Element {
        Element(.div, key: "problem", .class("problem"), .role("alert")) {
            Element(.p) { Element(.strong) { reason } }
            Element(.p) { advice }
        }
    }
}

extension ServiceCall.State {
    /// That a service is working, or what has gone wrong with it.
    ///
    /// - Parameters:
    ///   - title: What it does.
    ///   - retry: Has it asked again.
    ///   - origin: The button that the conversation has begun with, which stays where it is: whoever clicks twice must not
    ///     click something else.
    ///   - others: What else can be done.
    func conversation(
        _ title: String, retry: CheckoutMessage, origin: Element? = nil, @HTMLBuilder others: () -> HTML
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

    private func waiting(_ title: String) -> Element {
        Element(.p, key: "waiting", .class("waiting"), .role("status")) { title }
    }
}
