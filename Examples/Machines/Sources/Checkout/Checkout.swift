public import Oak
public import Parts

/// Places an order.
public typealias Placing = ServiceCall<Order, Receipt>

/// Leads a user from a cart to an order: shipping, payment, order.
///
/// The coordinator activates one child at a time and passes the result of one to the next. Everything else is up to the
/// children: the forms, the carrier, the bank, the PIN.
///
/// ```
///   shipping ──chosen──▶ payment ──approved──▶ placing ──answered──▶ placed
///     ▲  │                │ │                    │
///     │  │ left, change-  │ │                    │
///     │  │ Delivery       │ │                    │
///     └──┼────────────────┘ │                    │
///        └───── cancel ─────┴── cancel, failed ──┴──▶ cancelled
/// ```
///
/// | child | consists of |
/// |---|---|
/// | `Shipping` | `AddressForm`, `Quoting` |
/// | `Payment` | `CardForm`, `Authorization`, which consists of `BankCall` |
/// | `Placing` | |
///
/// The departure of a child ends all its work, at any depth: leaving `Payment` while the bank is asked ends the call of
/// `BankCall`, and its answer is never processed. An amount that the bank may have reserved by then must still be
/// released. That effect must outlive the child, so it belongs to the coordinator.
public enum Checkout: CompositeTransducer {
    /// The cart, and the current step.
    public struct State: Terminable, Equatable, Sendable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// The user chooses a destination and an offer.
            case shipping(Shipping.State)
            /// The user pays.
            case payment(Delivery, Payment.State)
            /// The order is being placed. Only a failure leads back.
            case placing(Order, Placing.State)
            /// The order is placed.
            case placed(Order, Receipt)
            /// The user has left.
            case cancelled
        }

        /// The name of the order; no name is placed twice.
        public let id: String
        /// The cart.
        public let cart: Cart
        /// The number of requests to the bank.
        public var attempts = 0
        /// The step.
        public var step: Step

        /// Creates the first step.
        ///
        /// - Parameters:
        ///   - id: The unique name of the order.
        ///   - cart: The cart.
        public init(id: String, cart: Cart) {
            self.id = id
            self.cart = cart
            step = .shipping(Shipping.State(grams: cart.grams))
        }

        public var isTerminal: Bool {
            switch step {
            case .placed, .cancelled: true
            case .shipping, .payment, .placing: false
            }
        }
    }

    /// The events.
    public enum Event: Equatable, Sendable {
        /// An event of shipping.
        case shipping(Shipping.Event)
        /// An event of the payment.
        case payment(Payment.Event)
        /// An event of the placement.
        case placing(Placing.Event)
        /// The user wants another delivery, at any stage of the payment.
        case changeDelivery
        /// The user wants to leave.
        case cancel
    }

    /// The receipt, once the order is placed.
    public typealias Output = Receipt?

    /// The dependencies of a checkout.
    public struct Env: Sendable {
        /// The carrier.
        public var carrier: Shipping.Env
        /// The bank.
        public var bank: Payment.Env
        /// Releases the amount reserved for a charge, even if the reservation is still to come.
        public var release: @Sendable (Charge.Reference) async -> Void
        /// Records the orders.
        public var orders: Placing.Env

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - carrier: The carrier.
        ///   - bank: The bank.
        ///   - release: Releases the amount reserved for a charge, even if the reservation is still to come.
        ///   - orders: Records the orders.
        public init(
            carrier: Shipping.Env, bank: Payment.Env, release: @escaping @Sendable (Charge.Reference) async -> Void,
            orders: Placing.Env
        ) {
            self.carrier = carrier
            self.bank = bank
            self.release = release
            self.orders = orders
        }
    }

    /// The choice of a destination and an offer.
    public static let shipping = child(
        "shipping", Shipping.self, event: Event.shipping, env: \.carrier, failure: .endsTheRun)
    /// The payment.
    public static let payment = child("payment", Payment.self, event: Event.payment, env: \.bank, failure: .endsTheRun)
    static let placing = child("placing", Placing.self, event: Event.placing, env: \.orders, failure: .endsTheRun)

    public static func activeChildren(in state: State) -> some ActiveChildren<Self> {
        switch state.step {
        case .shipping(let inner): shipping(inner)
        case .payment(_, let inner): payment(inner)
        case .placing(_, let call): placing(call)
        case .placed, .cancelled: nothing
        }
    }

    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.shipping(var inner), .shipping(let event)):
            let step = shipping.step(&inner, event)
            if let delivery = step.output ?? nil {
                let amount = state.cart.total + delivery.offer.price
                state.step = .payment(
                    delivery, Payment.State(order: state.id, amount: amount, attempts: state.attempts))
            } else {
                state.step = .shipping(inner)
            }
            return (step.effect, nil)
        case (.payment(let delivery, let inner), .payment(let event)):
            return (pay(&state, delivery, inner, event), nil)
        case (.placing(let order, var inner), .placing(let event)):
            let step = placing.step(&inner, event)
            guard case .answered(let receipt) = inner else {
                state.step = .placing(order, inner)
                return (step.effect, nil)
            }
            state.step = .placed(order, receipt)
            return (step.effect, receipt)
        case (.shipping, .cancel): state.step = .cancelled
        case (.payment(let delivery, let inner), .changeDelivery):
            state.step = .shipping(Shipping.State(changing: delivery))
            return (inner.openCharge.map(release), nil)
        case (.payment(_, let inner), .cancel):
            state.step = .cancelled
            return (inner.openCharge.map(release), nil)
        case (.placing(let order, .failed), .cancel):
            state.step = .cancelled
            return (release(order.approval.reference), nil)
        case (.shipping, _), (.payment, _), (.placing, _), (.placed, _), (.cancelled, _): break
        }
        return (nil, nil)
    }

    private static func pay(
        _ state: inout State, _ delivery: Delivery, _ inner: Payment.State, _ event: Payment.Event
    ) -> Effect? {
        var inner = inner
        let step = payment.step(&inner, event)
        state.attempts = inner.attempts
        state.step = .payment(delivery, inner)
        switch step.output ?? nil {
        case nil: break
        case .withdrawn(let reference)?: return .all(step.effect, release(reference))
        case .left?: state.step = .shipping(Shipping.State(changing: delivery))
        case .approved(let approval)?:
            let order = Order(id: state.id, cart: state.cart, delivery: delivery, approval: approval)
            state.step = .placing(order, .waiting(order))
        }
        return step.effect
    }

    /// Releases the amount that the bank has reserved, or may have.
    private static func release(_ reference: Charge.Reference) -> Effect {
        Effect { env, _ in await env.release(reference) }
    }
}
