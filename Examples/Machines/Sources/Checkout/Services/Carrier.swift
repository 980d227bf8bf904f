import Parts

/// Calculates the price of a parcel.
///
/// A parcel has a zone: the carrier's own country, its neighbours in Europe, or the rest of the world. The zone
/// determines the price of the first kilogram, and the surcharge for each further half kilogram or part of it.
public struct Carrier: Sendable {
    /// The weight of the heaviest accepted parcel, in grams.
    public static let limit = 20_000

    enum Zone {
        case home, europe, world

        init?(_ country: String) {
            switch country {
            case "DE": self = .home
            case "AT", "BE", "CH", "DK", "ES", "FI", "FR", "IE", "IT", "LU", "NL", "NO", "PL", "PT", "SE":
                self = .europe
            case "AU", "BR", "CA", "IN", "JP", "MX", "NZ", "US", "ZA": self = .world
            case _: return nil
            }
        }

        /// The base price of standard delivery.
        var base: Int {
            switch self {
            case .home: 490
            case .europe: 990
            case .world: 1890
            }
        }

        /// The surcharge for each further half kilogram.
        var step: Int {
            switch self {
            case .home: 50
            case .europe: 150
            case .world: 450
            }
        }

        var days: ClosedRange<Int> {
            switch self {
            case .home: 2...3
            case .europe: 4...6
            case .world: 8...15
            }
        }

        var express: (surcharge: Int, days: ClosedRange<Int>)? {
            switch self {
            case .home: (700, 1...1)
            case .europe: (1400, 2...3)
            case .world: nil
            }
        }
    }

    /// Creates a carrier.
    public init() {}

    /// Lists the offers for a parcel.
    ///
    /// - Parameter parcel: The parcel.
    /// - Returns: At least one offer, the cheapest first, or the reason for a refusal.
    public func quote(for parcel: Parcel) async -> Quote {
        guard let zone = Zone(parcel.address.country) else {
            return .refused(
                Problem(
                    "The carrier does not deliver to \(parcel.address.country).",
                    advice: "Go back and choose another country, such as DE, FR or US."))
        }
        guard parcel.grams <= Carrier.limit else {
            return .refused(
                Problem(
                    "The parcel weighs \(parcel.grams) g; the carrier takes up to \(Carrier.limit) g.",
                    advice: "Buy less at a time."))
        }
        let steps = max(0, parcel.grams - 1000 + 499) / 500
        let price = zone.base + steps * zone.step
        let standard = Offer("standard", price: Money(cents: price), days: zone.days)
        guard let express = zone.express else { return .offers([standard]) }
        return .offers([
            standard, Offer("express", price: Money(cents: price + express.surcharge), days: express.days),
        ])
    }
}
