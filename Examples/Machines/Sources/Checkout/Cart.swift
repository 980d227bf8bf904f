/// The articles to buy.
public struct Cart: Hashable, Sendable {
    /// A number of pieces of one article.
    public struct Item: Hashable, Sendable, Codable {
        /// Its name.
        public var name: String
        /// The number of pieces.
        public var quantity: Int
        /// The price of a piece.
        public var price: Money
        /// The weight of a piece, in grams.
        public var grams: Int

        /// Creates an item.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - quantity: The number of pieces.
        ///   - price: The price of a piece.
        ///   - grams: The weight of a piece, in grams.
        public init(_ name: String, quantity: Int = 1, price: Money, grams: Int) {
            self.name = name
            self.quantity = quantity
            self.price = price
            self.grams = grams
        }
    }

    /// The articles.
    public var items: [Item]

    /// Creates a cart.
    ///
    /// - Parameter items: The articles.
    public init(_ items: [Item]) { self.items = items }

    /// The total price.
    public var total: Money { items.reduce(Money(cents: 0)) { $0 + $1.quantity * $1.price } }

    /// The total weight, in grams.
    public var grams: Int { items.reduce(0) { $0 + $1.quantity * $1.grams } }

    /// A sample cart.
    public static let sample = Cart([
        Item("Oak seedling", quantity: 2, price: Money(cents: 1250), grams: 600),
        Item("Clay pot", price: Money(cents: 1740), grams: 1400),
    ])
}
