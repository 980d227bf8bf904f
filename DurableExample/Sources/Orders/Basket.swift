/// The contents of an order.
public struct Basket: Codable, Hashable, Sendable {
    /// The articles, one entry for each piece.
    public var articles: [String]
    /// The price of all pieces.
    public var price: Money

    /// Creates a basket.
    ///
    /// - Parameters:
    ///   - articles: The articles, one entry for each piece.
    ///   - price: The price of all pieces.
    public init(articles: [String], price: Money) {
        self.articles = articles
        self.price = price
    }
}

extension Basket: CustomStringConvertible {
    public var description: String { articles.joined(separator: ", ") }
}

/// An amount of money in whole cents.
public struct Money: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The amount in cents.
    public var cents: Int

    /// Creates an amount.
    ///
    /// - Parameter cents: The amount in cents.
    public init(cents: Int) { self.cents = cents }

    public var description: String {
        let (whole, rest) = cents.quotientAndRemainder(dividingBy: 100)
        return "€\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
