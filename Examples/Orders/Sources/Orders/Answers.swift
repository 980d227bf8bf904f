public import OakDurable

/// The answer of a warehouse.
public enum StockAnswer: Codable, Hashable, Sendable {
    /// The articles are reserved.
    case reserved
    /// An article is not there.
    case soldOut(article: String)
}

/// A request to charge a price.
public struct ChargeRequest: Hashable, Sendable {
    /// The order, which is charged once, however many attempts it takes.
    public var order: String
    /// The amount.
    public var price: Money
    /// By this key the bank recognises a repetition of the request.
    public var key: IdempotencyKey

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - order: The order, which is charged once, however many attempts it takes.
    ///   - price: The amount.
    ///   - key: By this key the bank recognises a repetition of the request.
    public init(order: String, price: Money, key: IdempotencyKey) {
        self.order = order
        self.price = price
        self.key = key
    }
}

/// The answer of a bank.
public enum BankAnswer: Codable, Hashable, Sendable {
    /// The card is charged.
    case approved
    /// The bank refuses.
    case declined(String)
    /// The request has not reached the bank.
    case unreachable
}
