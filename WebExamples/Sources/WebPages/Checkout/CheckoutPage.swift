public import Checkout
import Oak
import Parts
public import WebHost

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Checkout {
    /// A page that leads from a cart to a receipt.
    ///
    /// - Parameters:
    ///   - bank: Makes a bank. Each session has one of its own: what one buys does not use up the limit of another.
    ///   - carrier: Says what delivery costs.
    ///   - orders: Writes the orders down.
    public static func page(
        bank: @escaping @Sendable () -> Bank, carrier: Carrier = Carrier(), orders: OrderBook
    ) -> Page {
        WebHost.page(
            for: Checkout.self, at: path, title: "Checkout",
            summary: "Delivery, payment, order: machines made of machines, with forms, a carrier and a bank.",
            host: {
                let bank = bank()
                return TransducerHost(
                    of: Checkout.self, initialState: State(id: UUID().uuidString, cart: .sample),
                    env: Env(
                        carrier: Shipping.Env(service: carrier.quote), bank: Payment.Env(service: bank.decide),
                        release: { await bank.release($0) },
                        // It has to be known what has become of an order.
                        orders: Placing.Env(service: orders.place, patience: nil)))
            },
            render: { $0.scene },
            decode: CheckoutMessage.decode)
    }
}

extension Checkout.State {
    /// The step that the checkout has come to, beside what is bought.
    var scene: HTML {
        HTML {
            if let progress { progress.list }
            Element(.div, key: "columns", .class("columns")) {
                switch step {
                case .shipping(let shipping): shipping.section
                case .payment(let delivery, let payment): payment.section(delivery)
                case .placing(_, let placing): placing.section
                case .placed(let order, let receipt): receipt.section(order)
                case .cancelled: Checkout.nothingBought
                }
                CartPanel(cart: cart, delivery: step.delivery).section
            }
            if let question { question.dialog }
        }
    }
}

extension Checkout.State.Step {
    /// How the parcel is delivered, once that is chosen.
    fileprivate var delivery: Delivery? {
        switch self {
        case .shipping, .cancelled: nil
        case .payment(let delivery, _): delivery
        case .placing(let order, _), .placed(let order, _): order.delivery
        }
    }
}
