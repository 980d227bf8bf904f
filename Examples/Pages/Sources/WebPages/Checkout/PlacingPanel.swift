import Checkout
import Parts
import OakWeb

extension Placing.State {
    /// Shows that the order is being placed; after a failure the user can leave.
    var section: Element<Place.Flow> {
        StepPanel(key: "placing", title: "Your order") {
            conversation("Placing the order …", retry: .askToPlace) {
                switch self {
                case .failed: CheckoutMessage.cancel.button("Cancel")
                case .waiting, .answered: Fragment<Place.Phrase>.empty
                }
            }
        }.section
    }
}

extension Receipt {
    /// The order is placed.
    ///
    /// - Parameter order: The order.
    func section(_ order: Order) -> Element<Place.Flow> {
        StepPanel(key: "receipt", title: "Thank you") {
            Element(.p, .role("status"), .class("final")) { "Order \(number) is placed." }
            Element(.dl, .class("amounts")) {
                AmountRow(title: "Paid with \(order.approval.card)", amount: order.approval.amount).row
                Element(.entry) {
                    Element(.dt) { "Delivery" }
                    Element(.dd) { order.delivery.offer.time }
                }
            }
            Checkout.anew("Buy something else")
        }.section
    }
}

extension Checkout {
    /// The user has left.
    static var nothingBought: Element<Place.Flow> {
        StepPanel(key: "cancelled", title: "Nothing was bought") {
            Element(.p, .role("status"), .class("final")) { "What the bank may have reserved is given back." }
            anew("Begin again")
        }.section
    }

    /// Leads to another checkout, because this one has ended.
    fileprivate static func anew(_ title: String) -> Element<Place.Flow> {
        Element(.div, .class("actions")) {
            Element(.a, .class("button primary"), .href(page: path), .id("anew")) { title }
        }
    }

    /// The path of the page.
    static let path = "checkout"
}
