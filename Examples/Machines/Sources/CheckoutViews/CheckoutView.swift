#if canImport(SwiftUI)
    public import Checkout
    import Oak
    import Parts
    public import SwiftUI

    /// Leads from a cart to a receipt. The services come from the environment of the view.
    public struct CheckoutView: View {
        @Environment(\.checkoutEnv) private var env
        private let initialState: Checkout.State
        private let onEnd: (Receipt?) -> Void

        /// Creates a checkout.
        ///
        /// - Parameters:
        ///   - id: The unique name of the order.
        ///   - cart: The cart.
        ///   - onEnd: Called with the receipt, or with `nil` if the user left.
        public init(id: String, cart: Cart, onEnd: @escaping (Receipt?) -> Void = { _ in }) {
            initialState = Checkout.State(id: id, cart: cart)
            self.onEnd = onEnd
        }

        public var body: some View {
            TransducerView(
                of: Checkout.self, initialState: initialState, env: env,
                completion: { result in onEnd(try? result.get()) }
            ) { checkout in
                CheckoutSteps(checkout: checkout)
            }
            .navigationTitle("Checkout")
        }
    }

    /// The current step of the checkout, below the cart.
    private struct CheckoutSteps: View {
        let checkout: MachineReference<Checkout>

        var body: some View {
            Form {
                CartSection(cart: checkout.state.cart)
                switch checkout.state.step {
                case .shipping:
                    if let shipping = checkout.child(Checkout.shipping) { ShippingView(shipping: shipping) }
                    CancelButton { checkout.input(.cancel) }
                case .payment(let delivery, _):
                    DeliverySection(delivery: delivery) { checkout.input(.changeDelivery) }
                    if let payment = checkout.child(Checkout.payment) { PaymentView(payment: payment) }
                    CancelButton { checkout.input(.cancel) }
                case .placing(_, let placing):
                    PlacingView(state: placing) {
                        checkout.input(.placing($0))
                    } cancel: {
                        checkout.input(.cancel)
                    }
                case .placed(let order, let receipt):
                    ReceiptView(order: order, receipt: receipt)
                case .cancelled:
                    Text("Nothing was bought.")
                }
            }
        }
    }

    #if DEBUG && !os(Linux)
        #Preview("A bank that thinks") {
            let bank = Bank(today: Month(1, of: 2030))
            NavigationStack { CheckoutView(id: "preview", cart: .sample) }
                .environment(
                    \.checkoutEnv,
                    Checkout.Env(
                        carrier: Shipping.Env(service: Carrier().quote), bank: Payment.Env(service: bank.decide),
                        release: { await bank.release($0) },
                        orders: Placing.Env(service: { _ in Receipt(number: 1, file: "nowhere") })))
        }

        #Preview("No shop") { CheckoutView(id: "preview", cart: .sample) }
    #endif
#endif
