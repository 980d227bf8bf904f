/// An order that is paid for.
public struct Order: Hashable, Sendable {
    /// Its name; the same one is never placed twice.
    public let id: String
    /// What is bought.
    public let cart: Cart
    /// Where it goes, and how.
    public let delivery: Delivery
    /// What the bank has reserved.
    public let approval: Approval

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - id: Its name, which no other may have.
    ///   - cart: What is bought.
    ///   - delivery: Where it goes, and how.
    ///   - approval: What the bank has reserved.
    public init(id: String, cart: Cart, delivery: Delivery, approval: Approval) {
        self.id = id
        self.cart = cart
        self.delivery = delivery
        self.approval = approval
    }
}

/// Says where an order was written down.
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
