import Checkout
import WebHost

/// How far a checkout has come.
enum StepList: Int, CaseIterable {
    case delivery, payment, order, receipt

    /// The steps, of which this one is being taken.
    var list: Element {
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
    /// How far it has come; `nil` if it leads nowhere any more.
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
