package import Foundation

/// The encoding of states, events and outputs: JSON, which people can read in the store.
package enum Codec {
    package static func encode(_ value: some Encodable, sortingKeys: Bool = false) throws -> Data {
        try (sortingKeys ? coders.sorting : coders.plain).encode(value)
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try coders.decoder.decode(type, from: data)
    }

    private static let coders = Coders()
}

/// Made once and never changed, which lets any thread use them: each call has a state of its own.
private struct Coders: @unchecked Sendable {
    let plain = Self.encoder([])
    let sorting = Self.encoder([.sortedKeys, .withoutEscapingSlashes])
    let decoder = JSONDecoder()

    init() {
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }

    private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        encoder.outputFormatting = formatting
        return encoder
    }
}

/// Decodes a part of an instance.
func decoded<Value: Decodable>(
    _ type: Value.Type, _ data: Data, _ name: InstanceName, _ part: String
) throws(DurableError) -> Value {
    do { return try Codec.decode(type, from: data) } catch {
        throw .undecodable(name, part: part, reason: "\(error)")
    }
}

/// Encodes a part of an instance, unless its type is not `Encodable`.
func encodedIfPossible(_ value: Any, _ name: InstanceName, _ part: String) throws(DurableError) -> Data? {
    guard let value = value as? any Encodable else { return nil }
    return try encoded(value, name, part)
}

/// Encodes a part of an instance.
///
/// - Parameter sortingKeys: Whether equal values have equal encodings.
func encoded(
    _ value: some Encodable, _ name: InstanceName, _ part: String, sortingKeys: Bool = false
) throws(DurableError) -> Data {
    do {
        return try Codec.encode(value, sortingKeys: sortingKeys)
    } catch {
        throw .unencodable(name, part: part, reason: "\(error)")
    }
}
