public import Oak
public import OakDurable

extension Order {
    /// The bank and the warehouse.
    public struct Env: Sendable {
        /// Reserves the articles of an order.
        public var reserve: @Sendable (_ basket: Basket, _ order: String) async throws -> StockAnswer
        /// Charges the price.
        public var charge: @Sendable (_ request: ChargeRequest) async throws -> BankAnswer
        /// Sends the parcel of an order, and returns its number.
        public var ship: @Sendable (_ order: String) async throws -> Int
        /// Voids the charge of an order; one that arrives later is refused.
        public var voidCharge: @Sendable (_ order: String, _ key: IdempotencyKey) async throws -> Void
        /// Releases the articles of an order.
        public var release: @Sendable (_ order: String) async throws -> Void

        /// Creates an environment.
        public init(
            reserve: @escaping @Sendable (_ basket: Basket, _ order: String) async throws -> StockAnswer,
            charge: @escaping @Sendable (_ request: ChargeRequest) async throws -> BankAnswer,
            ship: @escaping @Sendable (_ order: String) async throws -> Int,
            voidCharge: @escaping @Sendable (_ order: String, _ key: IdempotencyKey) async throws -> Void,
            release: @escaping @Sendable (_ order: String) async throws -> Void
        ) {
            self.reserve = reserve
            self.charge = charge
            self.ship = ship
            self.voidCharge = voidCharge
            self.release = release
        }
    }

    /// The work and the time limits of a state.
    ///
    /// - Parameter state: The state.
    public static func activities(in state: State) -> [Effect] {
        switch state {
        case .cart:
            [.timeout(.seconds(30 * 86_400), id: "expiry", sending: .expire)]
        case .reserving(let basket):
            [
                Effect(
                    id: "reserve",
                    { env in try await env.reserve(basket, try DurableActivity.requestKey().instance.id) },
                    success: Event.stock)
            ]
        case .charging(let basket, _):
            [
                Effect(
                    id: "charge",
                    { env in
                        let key = try DurableActivity.requestKey()
                        return try await env.charge(
                            ChargeRequest(order: key.instance.id, price: basket.price, key: key))
                    },
                    success: Event.bank),
                .timeout(.seconds(5), id: "limit", sending: .tooLate),
            ]
        case .pausing(_, let attempt):
            [.timeout(.seconds(attempt), id: "pause", sending: .tryAgain)]
        case .shipping:
            [
                Effect(
                    id: "ship", { env in try await env.ship(try DurableActivity.requestKey().instance.id) },
                    success: Event.sent)
            ]
        case .undoing(let undoing):
            undoing.steps.map(effect)
        case .shipped, .rejected: []
        }
    }

    /// The next program asks the bank again, which then has its whole time; everything else keeps its deadline.
    public static func deadlinePolicy(of timeout: EffectID) -> DeadlinePolicy {
        timeout == EffectID("limit") ? .again : .original
    }

    private static func effect(of step: Undoing.Step) -> Effect {
        Effect(
            id: step,
            { env in
                let key = try DurableActivity.requestKey()
                switch step {
                case .voidCharge: try await env.voidCharge(key.instance.id, key)
                case .releaseStock: try await env.release(key.instance.id)
                }
            },
            success: .undone(step))
    }
}
