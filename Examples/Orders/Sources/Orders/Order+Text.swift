extension Order.State: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cart(let basket): "cart: \(basket), \(basket.price)"
        case .reserving(let basket): "reserving \(basket)"
        case .charging(let basket, attempt: 1): "charging \(basket.price)"
        case .charging(let basket, let attempt): "charging \(basket.price), attempt \(attempt)"
        case .pausing(_, let attempt): "the bank cannot be reached, attempt \(attempt + 1) follows"
        case .shipping(let basket): "shipping \(basket)"
        case .undoing(let undoing):
            "taking back (\(undoing.steps.map(\.description).joined(separator: ", "))): \(undoing.reason)"
        case .shipped(let parcel): "shipped, parcel \(parcel)"
        case .rejected(let reason): "rejected: \(reason)"
        }
    }
}

extension Undoing.Step: CustomStringConvertible {
    public var description: String {
        switch self {
        case .voidCharge: "charge"
        case .releaseStock: "reservation"
        }
    }
}
