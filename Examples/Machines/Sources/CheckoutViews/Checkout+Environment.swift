#if canImport(SwiftUI)
    public import Checkout
    import Parts
    public import SwiftUI

    private struct CheckoutEnvKey: EnvironmentKey {
        static let defaultValue = Checkout.Env(
            carrier: Shipping.Env(service: { _ in throw Problem.noShop }),
            bank: Payment.Env(service: { _ in throw Problem.noShop }),
            release: { _ in },
            orders: Placing.Env(service: { _ in throw Problem.noShop }))
    }

    extension Problem {
        fileprivate static let noShop = Problem(
            "There is no shop here.", advice: "Put a carrier, a bank and a book of orders into the environment.")
    }

    extension EnvironmentValues {
        /// The carrier, the bank and the order book; by default, services that refuse everything.
        public var checkoutEnv: Checkout.Env {
            get { self[CheckoutEnvKey.self] }
            set { self[CheckoutEnvKey.self] = newValue }
        }
    }
#endif
