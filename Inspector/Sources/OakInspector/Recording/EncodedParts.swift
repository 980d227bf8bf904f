/// The parts of a value as it encodes them.
///
/// Each of them is the value that was passed to the encoder, so that it can be hidden, and shown in turn as it encodes
/// itself.
final class EncodedParts {
    fileprivate enum Content {
        case keyed, list, single
    }

    fileprivate var content: Content?
    fileprivate var parts: [Mirror.Child] = []
    fileprivate let path: [any CodingKey]

    fileprivate init(at path: [any CodingKey]) { self.path = path }

    /// The parts of a value; `nil` if it does not encode itself, or cannot.
    static func parts(of value: Any) -> [Mirror.Child]? {
        guard let value = value as? any Encodable else { return nil }
        let parts = EncodedParts(at: [])
        guard (try? value.encode(to: PartsEncoder(parts: parts))) != nil, parts.content != nil else { return nil }
        return parts.parts
    }

    fileprivate func begin(_ content: Content) { self.content = content }

    fileprivate func add(_ value: Any, _ key: (any CodingKey)? = nil) { parts.append((key?.stringValue, value)) }

    /// Adds a part that has parts of its own.
    fileprivate func addLevel(_ key: (any CodingKey)? = nil) -> EncodedParts {
        let level = EncodedParts(at: path + [key].compactMap(\.self))
        add(level, key)
        return level
    }
}

extension EncodedParts: CustomReflectable {
    var customMirror: Mirror {
        switch content {
        case .keyed?: Mirror(self, children: parts, displayStyle: .tuple)
        case .list?, nil: Mirror(self, children: parts, displayStyle: .collection)
        case .single?: Mirror(self, children: parts, displayStyle: .optional)
        }
    }
}

private struct PartsEncoder: Encoder {
    let parts: EncodedParts
    var codingPath: [any CodingKey] { parts.path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        parts.begin(.keyed)
        return KeyedEncodingContainer(KeyedParts<Key>(parts: parts))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        parts.begin(.list)
        return ListedParts(parts: parts)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        parts.begin(.single)
        return ListedParts(parts: parts)
    }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let parts: EncodedParts
    var codingPath: [any CodingKey] { parts.path }

    func encodeNil(forKey key: Key) { parts.add(Any?.none as Any, key) }

    func encode(_ value: some Encodable, forKey key: Key) { parts.add(value, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        PartsEncoder(parts: parts.addLevel(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        PartsEncoder(parts: parts.addLevel(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { PartsEncoder(parts: parts.addLevel(SuperKey())) }

    func superEncoder(forKey key: Key) -> any Encoder { PartsEncoder(parts: parts.addLevel(key)) }

    /// The key that encoders use for the part of a superclass.
    private struct SuperKey: CodingKey {
        var stringValue: String { "super" }
        var intValue: Int? { nil }

        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }
}

/// The parts of a list, or the only part of a single value.
private struct ListedParts: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let parts: EncodedParts
    var codingPath: [any CodingKey] { parts.path }
    var count: Int { parts.parts.count }

    func encodeNil() { parts.add(Any?.none as Any) }

    func encode(_ value: some Encodable) { parts.add(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        PartsEncoder(parts: parts.addLevel()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        PartsEncoder(parts: parts.addLevel()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { PartsEncoder(parts: parts.addLevel()) }
}
