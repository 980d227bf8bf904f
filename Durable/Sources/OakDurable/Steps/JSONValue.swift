package import Foundation

/// Any JSON.
package enum JSONValue: Hashable, Codable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The JSON of stored bytes; a text for bytes that are none, in Base64 for those that are no text.
    package init(_ data: Data) {
        self = JSONValue(json: data) ?? .text(String(data: data, encoding: .utf8) ?? data.base64EncodedString())
    }

    /// The JSON of stored bytes; `nil` for bytes that are none, such as those that a codec has encoded.
    package init?(json data: Data) {
        guard let value = try? Codec.decode(JSONValue.self, from: data) else { return nil }
        self = value
    }

    /// The value on one line.
    package var line: String { text(of: [.sortedKeys, .withoutEscapingSlashes]) }

    /// The value on several lines.
    package var lines: String { text(of: [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]) }

    private func text(of formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The differences from another value: a line for each place that was removed or added, in the order of the places.
    package func differences(from former: JSONValue) -> [String] {
        let (old, new) = (former.leaves(), leaves())
        return Set(old.keys).union(new.keys).sorted().flatMap { place -> [String] in
            if old[place] == new[place] { return [] }
            let name = place.isEmpty ? "" : place + ": "
            return [old[place].map { "- \(name)\($0.line)" }, new[place].map { "+ \(name)\($0.line)" }].compactMap {
                $0
            }
        }
    }

    /// The values that have no others within them, by their places.
    private func leaves(at place: String = "") -> [String: JSONValue] {
        let parts: [(String, JSONValue)]
        switch self {
        case .null, .bool, .integer, .number, .text: parts = []
        case .list(let list): parts = list.enumerated().map { ("\(place)[\($0)]", $1) }
        case .object(let object): parts = object.map { (place.isEmpty ? $0 : "\(place).\($0)", $1) }
        }
        if parts.isEmpty { return [place: self] }
        return parts.reduce(into: [:]) { leaves, part in
            leaves.merge(part.1.leaves(at: part.0)) { $1 }
        }
    }
}
