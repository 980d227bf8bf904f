public import Oak
public import Parts

/// Has an order written down.
public typealias Placing = ServiceCall<Order, Receipt>

/// Leads a user from a cart to an order: shipping, payment, order.
///
/// A coordinator. It knows which child is active, hands on what one has found out to the next, and leaves everything
/// else to them: the forms, the carrier, the bank, the PIN.
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
/// A child that is left takes everything along that it has under way, however deep inside: leaving `Payment` while
/// the bank is asked ends the call of `BankCall`, and no answer of it is ever seen. What the bank may have reserved by
/// then has to be released all the same. That must outlive the child, so it is an effect of the coordinator.
public enum Checkout: CompositeTransducer {
    /// What is bought, and how far the user has come.
    public struct State: Terminable, Equatable, Sendable {
        /// The steps.
        public enum Step: Equatable, Sendable {
            /// Where does the parcel go, and how?
            case shipping(Shipping.State)
            /// Who pays?
            case payment(Delivery, Payment.State)
            /// The order is written down. There is no way back until that has failed.
            case placing(Order, Placing.State)
            /// The order is written down.
            case placed(Order, Receipt)
            /// The user has left.
            case cancelled
        }

        /// The name of the order; the same one is never placed twice.
        public let id: String
        /// What is bought.
        public let cart: Cart
        /// How often the bank was asked to reserve something.
        public var attempts = 0
        /// The step.
        public var step: Step

        /// Creates the first step.
        ///
        /// - Parameters:
        ///   - id: The name of the order, which no other may have.
        ///   - cart: What is bought.
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
        /// Something happens in shipping.
        case shipping(Shipping.Event)
        /// Something happens in the payment.
        case payment(Payment.Event)
        /// Something happens to the order.
        case placing(Placing.Event)
        /// The user wants another delivery, however far the payment has come.
        case changeDelivery
        /// The user wants to leave.
        case cancel
    }

    /// The receipt, once the order is placed.
    public typealias Output = Receipt?

    /// What a checkout depends on.
    public struct Env: Sendable {
        /// The carrier.
        public var carrier: Shipping.Env
        /// The bank.
        public var bank: Payment.Env
        /// Gives back to the card what was reserved for a charge, or is yet to be.
        public var release: @Sendable (Charge.Reference) async -> Void
        /// Who writes the orders down.
        public var orders: Placing.Env

        /// Creates an environment.
        ///
        /// - Parameters:
        ///   - carrier: The carrier.
        ///   - bank: The bank.
        ///   - release: Gives back to the card what was reserved for a charge, or is yet to be.
        ///   - orders: Who writes the orders down.
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

    static let shipping = child("shipping", Shipping.self, event: Event.shipping, env: \.carrier)
    static let payment = child("payment", Payment.self, event: Event.payment, env: \.bank)
    static let placing = child("placing", Placing.self, event: Event.placing, env: \.orders)

    public static func activeChildren(in state: State) -> Active<Self> {
        switch state.step {
        case .shipping(let inner): shipping(inner)
        case .payment(_, let inner): payment(inner)
        case .placing(_, let call): placing(call)
        case .placed, .cancelled: nothing
        }
    }

    /// Decides what an event leads to.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: What has happened.
    /// - Returns: What is to be done, and the receipt once there is one.
    public static func update(_ state: inout State, event: Event) -> (Effect?, Output) {
        switch (state.step, event) {
        case (.shipping(let inner), .shipping(let event)):
            return (stepShipping(&state, inner, event), nil)
        case (.payment(let delivery, let inner), .payment(let event)):
            return (stepPayment(&state, delivery, inner, event), nil)
        case (.placing(let order, let inner), .placing(let event)):
            return stepPlacing(&state, order, inner, event)
        case (.shipping, .cancel):
            state.step = .cancelled
            return (nil, nil)
        case (.payment(let delivery, let inner), .changeDelivery):
            state.step = .shipping(Shipping.State(changing: delivery))
            return (inner.openCharge.map(release), nil)
        case (.payment(_, let inner), .cancel):
            state.step = .cancelled
            return (inner.openCharge.map(release), nil)
        case (.placing(let order, .failed), .cancel):
            state.step = .cancelled
            return (release(order.approval.reference), nil)
        case (.placing(_, .waiting), .cancel), (.placing(_, .answered), .cancel), (.shipping, .payment),
            (.shipping, .placing), (.shipping, .changeDelivery), (.payment, .shipping), (.payment, .placing),
            (.placing, .shipping), (.placing, .payment), (.placing, .changeDelivery), (.placed, .shipping),
            (.placed, .payment), (.placed, .placing), (.placed, .changeDelivery), (.placed, .cancel),
            (.cancelled, .shipping), (.cancelled, .payment), (.cancelled, .placing), (.cancelled, .changeDelivery),
            (.cancelled, .cancel):
            return (nil, nil)
        }
    }
}

// MARK: - Steps of the children

extension Checkout {
    static func stepShipping(_ state: inout State, _ inner: Shipping.State, _ event: Shipping.Event) -> Effect? {
        var inner = inner
        let step = shipping.step(&inner, event)
        switch step.output {
        case .pending?, nil:
            state.step = .shipping(inner)
        case .chosen(let delivery)?:
            let amount = state.cart.total + delivery.offer.price
            state.step = .payment(
                delivery, Payment.State(order: state.id, amount: amount, attempts: state.attempts))
        }
        return step.effect
    }

    static func stepPayment(
        _ state: inout State, _ delivery: Delivery, _ inner: Payment.State, _ event: Payment.Event
    ) -> Effect? {
        var inner = inner
        let step = payment.step(&inner, event)
        state.attempts = inner.attempts
        switch step.output {
        case .pending?, nil:
            state.step = .payment(delivery, inner)
            return step.effect
        case .withdrawn(let reference)?:
            state.step = .payment(delivery, inner)
            return .all(step.effect, release(reference))
        case .left?:
            state.step = .shipping(Shipping.State(changing: delivery))
            return step.effect
        case .approved(let approval)?:
            let order = Order(id: state.id, cart: state.cart, delivery: delivery, approval: approval)
            state.step = .placing(order, .waiting(order))
            return step.effect
        }
    }

    static func stepPlacing(
        _ state: inout State, _ order: Order, _ inner: Placing.State, _ event: Placing.Event
    ) -> (Effect?, Output) {
        var inner = inner
        let step = placing.step(&inner, event)
        switch inner {
        case .answered(let receipt):
            state.step = .placed(order, receipt)
            return (step.effect, receipt)
        case .waiting, .failed:
            state.step = .placing(order, inner)
            return (step.effect, nil)
        }
    }

    /// Gives back what the bank has reserved, or may have.
    static func release(_ reference: Charge.Reference) -> Effect {
        Effect { env, _ in await env.release(reference) }
    }
}
