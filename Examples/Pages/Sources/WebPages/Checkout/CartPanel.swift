import Checkout
import OakWeb

/// The cart, the delivery, and their prices.
struct CartPanel {
    let cart: Cart
    let delivery: Delivery?

    var section: Element<Place.Flow> {
        Element(.section, key: "cart", .class("panel cart"), .aria(.labelledby, "cart-title")) {
            Element(.h2, .id("cart-title")) { "Cart" }
            Element(.dl, .class("amounts")) {
                for item in cart.items {
                    AmountRow(title: "\(item.quantity) × \(item.name)", amount: item.quantity * item.price).row
                }
                if let delivery {
                    AmountRow(title: "Delivery, \(delivery.offer.id)", amount: delivery.offer.price).row
                }
                AmountRow(title: "Total", amount: total, mark: "total").row
            }
        }
    }

    private var total: Money { delivery.map { cart.total + $0.offer.price } ?? cart.total }
}

/// A label and an amount.
struct AmountRow {
    let title: String
    let amount: Money
    var mark: String?

    var row: Element<Place.Terms<Place.Flow>> {
        Element(.entry, mark.map { .class($0) }) {
            Element(.dt) { title }
            Element(.dd) { amount.description }
        }
    }
}
