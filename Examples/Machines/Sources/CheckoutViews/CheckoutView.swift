#if canImport(SwiftUI)
    public import Checkout
    import Oak
    import Parts
    public import SwiftUI

    /// Leads from a cart to a receipt.
    public struct CheckoutView: View {
        private let env: Checkout.Env
        private let initialState: Checkout.State
        private let onEnd: (Receipt?) -> Void

        /// Creates a checkout.
        ///
        /// - Parameters:
        ///   - id: The unique name of the order.
        ///   - cart: The cart.
        ///   - env: The carrier, the bank and the order book.
        ///   - onEnd: Called with the receipt, or with `nil` if the user left.
        public init(id: String, cart: Cart, env: Checkout.Env, onEnd: @escaping (Receipt?) -> Void = { _ in }) {
            self.env = env
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
                    Button("Cancel", role: .cancel) { checkout.input(.cancel) }
                case .payment(let delivery, _):
                    Section("Delivery") {
                        let title = "\(delivery.offer.id) to \(delivery.parcel.address.postcode)"
                        AmountRow(title: title, amount: delivery.offer.price)
                        Button("Change delivery") { checkout.input(.changeDelivery) }
                    }
                    if let payment = checkout.child(Checkout.payment) { PaymentView(payment: payment) }
                    Button("Cancel", role: .cancel) { checkout.input(.cancel) }
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
#endif
