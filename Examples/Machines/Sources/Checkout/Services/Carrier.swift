import Parts

/// Calculates the price of a parcel by its zone: the carrier's own country, its neighbours in Europe, or the world.
public struct Carrier: Sendable {
    /// The prices in cents and the days of delivery in a part of the world.
    private struct Zone {
        let countries: Set<String>
        let firstKilogram: Int
        let furtherHalfKilogram: Int
        let days: ClosedRange<Int>
        var express: (surcharge: Int, days: ClosedRange<Int>)?
    }

    private static let zones = [
        Zone(
            countries: ["DE"], firstKilogram: 490, furtherHalfKilogram: 50, days: 2...3, express: (700, 1...1)),
        Zone(
            countries: ["AT", "BE", "CH", "DK", "ES", "FR", "IT", "NL", "PL", "SE"], firstKilogram: 990,
            furtherHalfKilogram: 150, days: 4...6, express: (1400, 2...3)),
        Zone(
            countries: ["AU", "BR", "CA", "IN", "JP", "US"], firstKilogram: 1890, furtherHalfKilogram: 450,
            days: 8...15),
    ]

    /// Creates a carrier.
    public init() {}

    /// Lists the offers for a parcel.
    ///
    /// - Parameter parcel: The parcel.
    /// - Returns: At least one offer, the cheapest first, or the reason for a refusal.
    public func quote(for parcel: Parcel) async -> Quote {
        guard let zone = Carrier.zones.first(where: { $0.countries.contains(parcel.address.country) }) else {
            return .refused(
                Problem(
                    "The carrier does not deliver to \(parcel.address.country).",
                    advice: "Go back and choose another country, such as DE, FR or US."))
        }
        let price = zone.firstKilogram + max(0, parcel.grams - 501) / 500 * zone.furtherHalfKilogram
        let standard = Offer("standard", price: Money(cents: price), days: zone.days)
        let express = zone.express.map { Offer("express", price: Money(cents: price + $0.surcharge), days: $0.days) }
        return .offers([standard] + (express.map { [$0] } ?? []))
    }
}
