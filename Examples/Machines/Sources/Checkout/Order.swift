/// A paid order.
public struct Order: Hashable, Sendable {
    /// Its unique name; no name is placed twice.
    public let id: String
    /// The cart.
    public let cart: Cart
    /// Its destination and offer.
    public let delivery: Delivery
    /// The amount reserved by the bank.
    public let approval: Approval
}

/// Proof that an order was placed.
public struct Receipt: Hashable, Sendable {
    /// The number of the order.
    public let number: Int
    /// The file.
    public let file: String

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - number: The number of the order.
    ///   - file: The file.
    public init(number: Int, file: String) {
        self.number = number
        self.file = file
    }
}
