/// The parts of a value as it encodes them.
///
/// Each of them is the value that was passed to the encoder, so that it can be hidden, and shown in turn as it encodes
/// itself.
final class EncodedParts {
    private enum Content {
        case keyed, list, single
    }

    private var content: Content?
    private var parts: [Mirror.Child] = []
    // Nobody asks for it, but an encoder has to have one.
    var codingPath: [any CodingKey] { [] }

    /// The parts of a value; `nil` if it does not encode itself, or cannot.
    static func parts(of value: Any) -> [Mirror.Child]? {
        guard let value = value as? any Encodable else { return nil }
        let parts = EncodedParts()
        guard (try? value.encode(to: parts)) != nil, parts.content != nil else { return nil }
        return parts.parts
    }

    fileprivate func add(_ value: Any, _ key: (any CodingKey)? = nil) { parts.append((key?.stringValue, value)) }

    /// Adds a part that has parts of its own.
    fileprivate func addLevel(_ key: (any CodingKey)? = nil) -> EncodedParts {
        let level = EncodedParts()
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

extension EncodedParts: Encoder {
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        content = .keyed
        return KeyedEncodingContainer(KeyedParts<Key>(parts: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        content = .list
        return self
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        content = .single
        return self
    }
}

/// The parts of a list, or the only part of a single value.
extension EncodedParts: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    var count: Int { parts.count }

    func encodeNil() { add(Any?.none as Any) }

    func encode(_ value: some Encodable) { add(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        addLevel().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { addLevel().unkeyedContainer() }

    func superEncoder() -> any Encoder { addLevel() }
}

private struct KeyedParts<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let parts: EncodedParts
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { parts.add(Any?.none as Any, key) }

    func encode(_ value: some Encodable, forKey key: Key) { parts.add(value, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        parts.addLevel(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        parts.addLevel(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { parts.addLevel(SuperKey.super) }

    func superEncoder(forKey key: Key) -> any Encoder { parts.addLevel(key) }
}

/// The key that encoders use for the part of a superclass.
private enum SuperKey: String, CodingKey { case `super` }
