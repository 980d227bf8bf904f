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
