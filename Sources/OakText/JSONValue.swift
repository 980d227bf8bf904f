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
        guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else { return nil }
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

extension JSONValue {
    /// Its structure.
    ///
    /// An object with a single key and an object behind it is how Swift encodes a case with its payload.
    package var tree: ValueTree {
        switch self {
        case .null: return ValueTree(.plain("nil"))
        case .bool(let value): return ValueTree(.plain("\(value)"))
        case .integer(let value): return ValueTree(.plain("\(value)"))
        case .number(let value): return ValueTree(.plain("\(value)"))
        case .text(let text): return ValueTree(.text(text))
        case .list(let list): return ValueTree(.list, list.map { ValueTree.Part(label: nil, $0.tree) })
        case .object(let object):
            if object.count == 1, let (name, value) = object.first, case .object(let payload) = value {
                return Self.enumCase(name, payload)
            }
            let fields = object.sorted { $0.key < $1.key }
            return ValueTree(.structure("object"), fields.map { ValueTree.Part(label: $0, $1.tree) })
        }
    }

    private static func enumCase(_ name: String, _ payload: [String: JSONValue]) -> ValueTree {
        if payload.isEmpty { return ValueTree(.enumCase(name)) }
        let values = payload.sorted { $0.key < $1.key }.map { key, value in
            // Swift numbers values without labels.
            ValueTree.Part(label: key.hasPrefix("_") && Int(key.dropFirst()) != nil ? nil : key, value.tree)
        }
        let isAlone = values.count == 1 && values[0].label == nil
        return ValueTree(.enumCase(name), isAlone ? values : [ValueTree.Part(label: nil, ValueTree(.tuple, values))])
    }
}
