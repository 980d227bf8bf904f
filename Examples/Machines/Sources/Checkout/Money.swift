/// An amount of money in whole cents. It has no fractions, and so no rounding.
public struct Money: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The amount in cents.
    public var cents: Int

    /// Creates an amount.
    ///
    /// - Parameter cents: The amount in cents.
    public init(cents: Int) { self.cents = cents }

    public var description: String {
        let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(cents < 0 ? "-" : "")€\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }

    public static func + (lhs: Money, rhs: Money) -> Money { Money(cents: lhs.cents + rhs.cents) }
    public static func - (lhs: Money, rhs: Money) -> Money { Money(cents: lhs.cents - rhs.cents) }
    public static func * (lhs: Int, rhs: Money) -> Money { Money(cents: lhs * rhs.cents) }
    public static func < (lhs: Money, rhs: Money) -> Bool { lhs.cents < rhs.cents }

    public init(from decoder: any Decoder) throws {
        cents = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(cents)
    }
}
