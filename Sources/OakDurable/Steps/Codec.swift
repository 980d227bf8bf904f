package import Foundation

/// The encoding of states, events and outputs: JSON, which people can read in the store.
package enum Codec {
    package static func encode(_ value: some Encodable, sortingKeys: Bool = false) throws -> Data {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        if sortingKeys { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }
        return try encoder.encode(value)
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: data)
    }
}
