/// The articles to buy.
public struct Cart: Hashable, Sendable {
    /// A number of pieces of one article.
    public struct Item: Hashable, Sendable, Codable {
        /// Its name.
        public let name: String
        /// The number of pieces.
        public let quantity: Int
        /// The price of a piece.
        public let price: Money
        /// The weight of a piece, in grams.
        public let grams: Int
    }

    /// The articles.
    public let items: [Item]

    /// The total price.
    public var total: Money { items.reduce(Money(cents: 0)) { $0 + $1.quantity * $1.price } }

    /// The total weight, in grams.
    public var grams: Int { items.reduce(0) { $0 + $1.quantity * $1.grams } }

    /// A sample cart.
    public static let sample = Cart(items: [
        Item(name: "Oak seedling", quantity: 2, price: Money(cents: 1250), grams: 600),
        Item(name: "Clay pot", quantity: 1, price: Money(cents: 1740), grams: 1400),
    ])
}
