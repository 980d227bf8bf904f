/// What is to be bought.
public struct Cart: Hashable, Sendable {
    /// Some pieces of one article.
    public struct Item: Hashable, Sendable, Codable {
        /// What it is.
        public var name: String
        /// How many pieces.
        public var quantity: Int
        /// The price of a piece.
        public var price: Money
        /// The weight of a piece, in grams.
        public var grams: Int

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - name: What it is.
        ///   - quantity: How many pieces.
        ///   - price: The price of a piece.
        ///   - grams: The weight of a piece, in grams.
        public init(_ name: String, quantity: Int = 1, price: Money, grams: Int) {
            self.name = name
            self.quantity = quantity
            self.price = price
            self.grams = grams
        }
    }

    /// What is in it.
    public var items: [Item]

    /// Creates a cart.
    ///
    /// - Parameter items: What is in it.
    public init(_ items: [Item]) { self.items = items }

    /// What everything in it costs.
    public var total: Money { items.reduce(Money(cents: 0)) { $0 + $1.quantity * $1.price } }

    /// What everything in it weighs, in grams.
    public var grams: Int { items.reduce(0) { $0 + $1.quantity * $1.grams } }

    /// A cart to try things with.
    public static let sample = Cart([
        Item("Oak seedling", quantity: 2, price: Money(cents: 1250), grams: 600),
        Item("Clay pot", price: Money(cents: 1740), grams: 1400),
    ])
}
