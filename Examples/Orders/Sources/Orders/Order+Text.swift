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

extension Order.Event: CustomStringConvertible {
    public var description: String {
        switch self {
        case .checkOut: "check out"
        case .cancel: "cancel"
        case .expire: "the cart has expired"
        case .stock(.reserved): "the warehouse: reserved"
        case .stock(.soldOut(let article)): "the warehouse: \(article) is sold out"
        case .bank(.approved): "the bank: approved"
        case .bank(.declined(let why)): "the bank: declined, \(why)"
        case .bank(.unreachable): "the bank: no connection"
        case .tooLate: "the bank has not answered in time"
        case .tryAgain: "the pause is over"
        case .sent(let parcel): "the warehouse: sent, parcel \(parcel)"
        case .undone(let step): "taken back: \(step)"
        }
    }
}
