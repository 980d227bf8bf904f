public import Checkout
import Oak
import Parts
public import OakInspector
public import OakWeb

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Checkout {
    /// A page that leads from a cart to a receipt.
    ///
    /// - Parameters:
    ///   - bank: Makes a bank. Each session has one of its own, so that its purchases do not use up the limit of
    ///     another.
    ///   - carrier: Calculates the price of delivery.
    ///   - orders: Records the orders.
    ///   - inspector: The inspector of the machines.
    public static func page(
        bank: @escaping @Sendable () -> Bank, carrier: Carrier = Carrier(), orders: OrderBook,
        inspector: Inspector = Inspector()
    ) -> Page {
        Page(
            for: Checkout.self, at: path, title: "Checkout",
            summary: "Delivery, payment, order: machines made of machines, with forms, a carrier and a bank.",
            host: {
                let bank = bank()
                return TransducerHost(
                    of: Checkout.self, initialState: State(id: UUID().uuidString, cart: .sample),
                    env: Env(
                        carrier: Shipping.Env(service: carrier.quote), bank: Payment.Env(service: bank.decide),
                        release: { await bank.release($0) },
                        // The result of placing an order must be known.
                        orders: Placing.Env(service: orders.place, patience: nil)),
                    observer: inspector.watch("Checkout", of: Checkout.self))
            },
            render: { $0.scene },
            decode: CheckoutMessage.decode)
    }
}

extension Checkout.State {
    /// The current step of the checkout, beside the cart.
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
    /// The delivery, once chosen.
    fileprivate var delivery: Delivery? {
        switch self {
        case .shipping, .cancelled: nil
        case .payment(let delivery, _): delivery
        case .placing(let order, _), .placed(let order, _): order.delivery
        }
    }
}
