import Checkout
import OakWeb

/// The progress of a checkout.
enum StepList: Int, CaseIterable {
    case delivery, payment, order, receipt

    /// The list of steps, with the current one marked.
    var list: Element<Place.Flow> {
        Element(.ol, key: "steps", .class("steps"), .aria(.label, "Steps")) {
            for step in Self.allCases {
                Element(.li, key: step.title, step == self ? .aria(.current, "step") : nil, .class(mark(of: step))) {
                    step.title
                    if step.rawValue < rawValue { Element(.span, .class("unseen")) { ", done" } }
                }
            }
        }
    }

    private var title: String {
        switch self {
        case .delivery: "Delivery"
        case .payment: "Payment"
        case .order: "Order"
        case .receipt: "Receipt"
        }
    }

    private func mark(of step: StepList) -> String {
        if step.rawValue < rawValue { return "done" }
        return step == self ? "current" : "ahead"
    }
}

extension Checkout.State {
    /// The current step; `nil` if the checkout has been left.
    var progress: StepList? {
        switch step {
        case .shipping: .delivery
        case .payment: .payment
        case .placing: .order
        case .placed: .receipt
        case .cancelled: nil
        }
    }
}
