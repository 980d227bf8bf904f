/// An amount of money in whole cents. It has no fractions, and so no rounding.
public struct Money: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The amount in cents.
    public var cents: Int

    /// Creates an amount.
    ///
    /// - Parameter cents: The amount in cents.
    public init(cents: Int) { self.cents = cents }

    public var description: String { "€\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)" }

    public static func + (lhs: Money, rhs: Money) -> Money { Money(cents: lhs.cents + rhs.cents) }
    public static func * (lhs: Int, rhs: Money) -> Money { Money(cents: lhs * rhs.cents) }
}
