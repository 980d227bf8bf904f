public import Parts

import Foundation

/// A card to pay with.
public struct Card: FormSubject, Hashable, CustomStringConvertible {
    /// The fields of a card form.
    public enum Field: String, CaseIterable, Sendable {
        /// The number on the card.
        case number
        /// The last month in which the card is valid.
        case expiry
    }

    /// The digits on the card.
    public let number: String
    /// The last month in which the card is valid.
    public let expiry: Month

    /// The number with all but its last digits masked.
    public var description: String { "•••• \(number.suffix(4))" }

    public static func read(_ texts: [Field: String]) -> FormReading<Card> {
        let number = texts[.number, default: ""].filter { !$0.isWhitespace && $0 != "-" }
        var objections: [Field: String] = [:]
        if !(12...19).contains(number.count) || !number.allSatisfy(\.isASCIIDigit) {
            objections[.number] = "A card number has 12 to 19 digits."
        } else if !hasCheckDigit(number) {
            objections[.number] = "That is not a card number: its last digit does not fit the others."
        }
        let expiry = Month(texts[.expiry, default: ""].trimmed)
        if expiry == nil { objections[.expiry] = "That is not a month and a year, such as 09/29." }
        guard let expiry, objections.isEmpty else { return .objections(objections) }
        return .subject(Card(number: number, expiry: expiry))
    }

    public static func hint(for field: Field, in texts: [Field: String]) -> String {
        switch field {
        case .number: "12 to 19 digits; the last one checks the others."
        case .expiry: "Month and year, such as 09/29."
        }
    }

    /// Whether the last digit is the check digit of the others, by the Luhn formula of ISO/IEC 7812-1, annex B.
    ///
    /// - Parameter number: Digits only.
    static func hasCheckDigit(_ number: String) -> Bool {
        let digits = number.reversed().compactMap(\.wholeNumberValue).enumerated().map { place, digit in
            place.isMultiple(of: 2) ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
        }
        return digits.reduce(0, +).isMultiple(of: 10)
    }
}

/// A month of a year.
public struct Month: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The year, such as 2029.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int

    /// Creates a month.
    ///
    /// - Parameters:
    ///   - month: The month, from 1 to 12.
    ///   - year: The year, such as 2029.
    public init(_ month: Int, of year: Int) {
        self.month = month
        self.year = year
    }

    /// Reads a month as printed on a card: two digits, a slash, two digits.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCIIDigit) }),
            let month = Int(parts[0]), let year = Int(parts[1]), (1...12).contains(month)
        else { return nil }
        self.init(month, of: 2000 + year)
    }

    /// The current month of the calendar.
    public static var current: Month {
        let now = Calendar(identifier: .gregorian).dateComponents([.year, .month], from: Date())
        return Month(now.month ?? 1, of: now.year ?? 1)
    }

    public var description: String { "\(month < 10 ? "0" : "")\(month)/\(year % 100 < 10 ? "0" : "")\(year % 100)" }

    public static func < (lhs: Month, rhs: Month) -> Bool { (lhs.year, lhs.month) < (rhs.year, rhs.month) }
}
