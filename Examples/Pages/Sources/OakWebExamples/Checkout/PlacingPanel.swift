import Checkout
import OakWeb
import Parts

extension Placing.State {
    /// Shows that the order is being placed; after a failure the user can leave.
    var section: Element<Place.Flow> {
        stepPanel("Your order", key: "placing") {
            conversation("Placing the order …", retry: .askToPlace) {
                if case .failed = self { CheckoutMessage.cancel.button("Cancel") }
            }
        }
    }
}

extension Receipt {
    /// The order is placed.
    ///
    /// - Parameter order: The order.
    func section(_ order: Order) -> Element<Place.Flow> {
        stepPanel("Thank you", key: "receipt") {
            Element(.p, .role("status")) { "Order \(number) is placed." }
            Element(.dl, .class("amounts")) {
                entry("Paid with \(order.approval.card)", "\(order.approval.amount)")
                entry("Delivery", order.delivery.offer.time)
            }
            anew("Buy something else")
        }
    }
}

/// The user has left the checkout.
var nothingBought: Element<Place.Flow> {
    stepPanel("Nothing was bought", key: "cancelled") {
        Element(.p, .role("status")) { "What the bank may have reserved is given back." }
        anew("Begin again")
    }
}

/// Leads to another checkout, because this one has ended.
private func anew(_ title: String) -> Element<Place.Flow> {
    Element(.div, .class("actions")) {
        Element(.a, .class("button primary"), .href(page: "checkout"), .id("anew")) { title }
    }
}
