public import Parts

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

    /// The number with all but its visible digits masked.
    public var description: String { Card.masked(number) }

    public static func read(_ texts: [Field: String]) -> FormReading<Card> {
        let number = digits(in: texts[.number, default: ""])
        let expiry = Month(texts[.expiry, default: ""].trimmed)
        var objections: [Field: String] = [:]
        objections[.number] = objection(to: number)
        switch expiry {
        case let expiry? where objections.isEmpty: return .subject(Card(number: number, expiry: expiry))
        case .some: return .objections(objections)
        case nil:
            objections[.expiry] = "That is not a month and a year, such as 09/29."
            return .objections(objections)
        }
    }

    public static func hint(for field: Field, in texts: [Field: String]) -> String {
        switch field {
        case .number: "12 to 19 digits; the last one checks the others."
        case .expiry: "Month and year, such as 09/29."
        }
    }

    public static func summary(of text: String, in field: Field) -> String {
        switch field {
        case .number: masked(digits(in: text))
        case .expiry: text
        }
    }

    private static func masked(_ number: String) -> String { "•••• \(number.suffix(4))" }

    /// The digits of a number, without separators.
    private static func digits(in text: String) -> String { text.filter { !$0.isWhitespace && $0 != "-" } }

    private static func objection(to number: String) -> String? {
        if !(12...19).contains(number.count) || !number.allSatisfy(\.isASCIIDigit) {
            return "A card number has 12 to 19 digits."
        }
        return hasCheckDigit(number) ? nil : "That is not a card number: its last digit does not fit the others."
    }

    /// Whether the last digit is the check digit of the others, by the Luhn formula of ISO/IEC 7812-1, annex B.
    ///
    /// - Parameter number: Digits only.
    static func hasCheckDigit(_ number: String) -> Bool {
        let sum = number.reversed().compactMap(\.wholeNumberValue).enumerated().reduce(0) { sum, element in
            let (place, digit) = element
            guard !place.isMultiple(of: 2) else { return sum + digit }
            return sum + (digit > 4 ? 2 * digit - 9 : 2 * digit)
        }
        return sum.isMultiple(of: 10)
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

    /// Reads a month as printed on a card, such as `09/29`; `nil` for any other text.
    ///
    /// - Parameter text: Two digits, a slash, two digits.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCIIDigit) }),
            let month = Int(parts[0]), let year = Int(parts[1]), (1...12).contains(month)
        else { return nil }
        self.init(month, of: 2000 + year)
    }

    public var description: String { "\(month < 10 ? "0" : "")\(month)/\(year % 100 < 10 ? "0" : "")\(year % 100)" }

    public static func < (lhs: Month, rhs: Month) -> Bool { (lhs.year, lhs.month) < (rhs.year, rhs.month) }
}
