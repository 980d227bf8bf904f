import Checkout
import OakWeb
import Parts

/// The messages of the checkout page.
enum CheckoutMessage: String, PageMessage {
    case enterAddress, submitAddress, askCarrier, choose, changeAddress
    case enterCard, submitCard, confirm, askBank, enterPIN, back, changeDelivery
    case askToPlace, cancel

    func event(_ message: Message) -> Checkout.Event? {
        switch self {
        case .enterAddress: message.entry().map { .shipping(.form(.enter($0, $1))) }
        case .submitAddress: .shipping(.form(.submit))
        case .askCarrier: .shipping(.quoting(.ask))
        case .choose: message["offer"].map { .shipping(.choose($0)) }
        case .changeAddress: .shipping(.back)
        case .enterCard: message.entry().map { .payment(.form(.enter($0, $1))) }
        case .submitCard: .payment(.form(.submit))
        case .confirm: .payment(.confirm)
        case .askBank: .payment(.authorization(.bank(.ask)))
        case .enterPIN: message["pin"].map { .payment(.authorization(.pin($0.filter { !$0.isWhitespace }))) }
        case .back: .payment(.back)
        case .changeDelivery: .changeDelivery
        case .askToPlace: .placing(.ask)
        case .cancel: .cancel
        }
    }
}

extension Checkout.State {
    /// The current step of the checkout, beside the cart.
    @HTMLBuilder<Place.Flow> var scene: HTML {
        Element(.div, key: "columns", .class("columns")) {
            switch step {
            case .shipping(let shipping): shipping.section
            case .payment(let delivery, let payment): payment.section(delivery)
            case .placing(_, let placing): placing.section
            case .placed(let order, let receipt): receipt.section(order)
            case .cancelled: nothingBought
            }
            cart.section(delivery)
        }
        if case .payment(_, let payment) = step { payment.question }
    }

    private var delivery: Delivery? {
        switch step {
        case .shipping, .cancelled: nil
        case .payment(let delivery, _): delivery
        case .placing(let order, _), .placed(let order, _): order.delivery
        }
    }
}

extension Cart {
    /// The items, the delivery once it is chosen, and their prices.
    fileprivate func section(_ delivery: Delivery?) -> Element<Place.Flow> {
        Element(.section, key: "cart", .class("panel cart"), .aria(.labelledby, "cart-title")) {
            Element(.h2, .id("cart-title")) { "Cart" }
            Element(.dl, .class("amounts")) {
                for item in items { entry("\(item.quantity) × \(item.name)", "\(item.quantity * item.price)") }
                if let delivery { entry("Delivery, \(delivery.offer.id)", "\(delivery.offer.price)") }
                entry("Total", "\(delivery.map { total + $0.offer.price } ?? total)", .class("total"))
            }
        }
    }
}

/// A term and its value.
func entry(_ term: String, _ value: String, _ mark: Attribute? = nil) -> Element<Place.Terms<Place.Flow>> {
    Element(.entry, mark) {
        Element(.dt) { term }
        Element(.dd) { value }
    }
}
