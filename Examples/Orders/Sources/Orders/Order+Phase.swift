public import OakDurable

extension Order {
    /// The phase of an order, by which it is found.
    ///
    /// - Parameter state: The state.
    public static func tags(in state: State) -> [String: DurableTag] { ["phase": .text(state.phase.rawValue)] }
}

extension Order.State {
    /// The phase of an order.
    public enum Phase: String, CaseIterable, Sendable {
        case cart, reserving, charging, pausing, shipping, undoing, shipped, rejected
    }

    /// The phase without its values.
    public var phase: Phase {
        switch self {
        case .cart: .cart
        case .reserving: .reserving
        case .charging: .charging
        case .pausing: .pausing
        case .shipping: .shipping
        case .undoing: .undoing
        case .shipped: .shipped
        case .rejected: .rejected
        }
    }
}
