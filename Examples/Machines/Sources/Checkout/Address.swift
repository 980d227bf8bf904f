public import Parts

/// The destination of the parcel.
public struct Address: FormSubject, Hashable, Codable {
    /// The fields of an address form.
    public enum Field: String, CaseIterable, Sendable {
        /// The name of the recipient.
        case name
        /// The country, by its two letters.
        case country
        /// The postcode.
        case postcode
    }

    /// The recipient.
    public let name: String
    /// The country, by its two capital letters.
    public let country: String
    /// The postcode.
    public let postcode: String

    /// The number of digits of a postcode, for the known countries.
    static let digits = ["AT": 4, "BE": 4, "CH": 4, "DE": 5, "DK": 4, "ES": 5, "FI": 5, "FR": 5, "IT": 5, "US": 5]

    public static func read(_ texts: [Field: String]) -> FormReading<Address> {
        let address = Address(
            name: texts[.name, default: ""].trimmed,
            country: texts[.country, default: ""].trimmed.uppercased(),
            postcode: texts[.postcode, default: ""].trimmed)
        let objections = Dictionary(
            uniqueKeysWithValues: Field.allCases.compactMap { field in
                address.objection(to: field).map { (field, $0) }
            })
        return objections.isEmpty ? .subject(address) : .objections(objections)
    }

    public static func hint(for field: Field, in texts: [Field: String]) -> String {
        switch field {
        case .name: "Who gets the parcel?"
        case .country: "Two letters, such as DE, FR or US."
        case .postcode:
            switch digits[texts[.country, default: ""].trimmed.uppercased()] {
            case let count?: "\(count) digits."
            case nil: "As it is written on a letter."
            }
        }
    }

    private func objection(to field: Field) -> String? {
        switch field {
        case .name: name.isEmpty ? "A name is needed." : nil
        case .country:
            country.utf8.count == 2 && country.allSatisfy(\.isASCIILetter)
                ? nil : "A country has two letters, such as DE."
        case .postcode:
            switch Address.digits[country] {
            case let count? where postcode.utf8.count != count || !postcode.allSatisfy(\.isASCIIDigit):
                "A postcode in \(country) has \(count) digits."
            case .some: nil
            case nil: postcode.isEmpty ? "A postcode is needed." : nil
            }
        }
    }

    /// The texts from which this address was read.
    var texts: [Field: String] { [.name: name, .country: country, .postcode: postcode] }
}

extension String {
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isWholeNumber }
    var isASCIILetter: Bool { isASCII && isLetter }
}
