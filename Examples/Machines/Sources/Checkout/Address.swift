import Foundation
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
    private static let digits = ["AT": 4, "BE": 4, "CH": 4, "DE": 5, "DK": 4, "ES": 5, "FR": 5, "IT": 5, "US": 5]

    public static func read(_ texts: [Field: String]) -> FormReading<Address> {
        let address = Address(
            name: texts[.name, default: ""].trimmed,
            country: texts[.country, default: ""].trimmed.uppercased(),
            postcode: texts[.postcode, default: ""].trimmed)
        var objections: [Field: String] = [:]
        for field in Field.allCases { objections[field] = address.objection(to: field) }
        return objections.isEmpty ? .subject(address) : .objections(objections)
    }

    public static func hint(for field: Field, in texts: [Field: String]) -> String {
        switch field {
        case .name: "Who gets the parcel?"
        case .country: "Two letters, such as DE, FR or US."
        case .postcode:
            digits[texts[.country, default: ""].trimmed.uppercased()].map { "\($0) digits." }
                ?? "As it is written on a letter."
        }
    }

    private func objection(to field: Field) -> String? {
        switch field {
        case .name: return name.isEmpty ? "A name is needed." : nil
        case .country:
            let isCode = country.utf8.count == 2 && country.allSatisfy { $0.isASCII && $0.isLetter }
            return isCode ? nil : "A country has two letters, such as DE."
        case .postcode:
            guard let count = Address.digits[country] else { return postcode.isEmpty ? "A postcode is needed." : nil }
            let fits = postcode.utf8.count == count && postcode.allSatisfy(\.isASCIIDigit)
            return fits ? nil : "A postcode in \(country) has \(count) digits."
        }
    }

    /// The texts from which this address was read.
    var texts: [Field: String] { [.name: name, .country: country, .postcode: postcode] }
}

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
