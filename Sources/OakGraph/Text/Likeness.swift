import Foundation
import OakText

/// The value of something, by which it is told apart from others of its type.
///
/// Two values are alike if `==` says so. Where a type has none, their parts decide, down to types that have it; of an
/// object without readable properties, its encoded form decides. A description never does, because different values may
/// share one.
package struct Likeness: Hashable {
    private indirect enum Form: Hashable {
        case hashable(AnyHashable)
        case equatable(EquatableValue)
        case encoded(ObjectIdentifier, Data)
        case parts(ObjectIdentifier, name: String?, [String?], [Likeness])
    }

    private let form: Form

    package init(_ value: Any) { self.init(value, within: []) }

    /// - Parameter objects: The objects around the value, at which a circle of references ends.
    private init(_ value: Any, within objects: [ObjectIdentifier]) {
        // A value that does not equal itself, such as one with a NaN in it, is looked at part by part.
        if let value = (value as? any Hashable).map({ AnyHashable($0) }), value == value {
            form = .hashable(value)
        } else if let value = (value as? any Equatable).map({ EquatableValue(value: $0) }), value == value {
            form = .equatable(value)
        } else {
            form = Self.form(of: value, within: objects)
        }
    }

    private static func form(of value: Any, within objects: [ObjectIdentifier]) -> Form {
        let opened = OpenedValue(value)
        let identity = ObjectIdentifier(type(of: value))
        var (around, name) = (objects, String?.none)
        switch opened {
        case .object:
            let object = ObjectIdentifier(value as AnyObject)
            if objects.contains(object) { return .parts(identity, name: nil, [], []) }
            around.append(object)
        case .enumCase(let own, _): name = own
        case .optional, .tuple, .list, .set, .dictionary, .structure, .other: break
        }
        let parts = opened.parts
        if parts.isEmpty, let value = value as? any Encodable, let data = try? Self.encoder.encode(value) {
            return .encoded(identity, data)
        }
        return .parts(identity, name: name, parts.map(\.label), parts.map { Likeness($0.value, within: around) })
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}

/// A value that `==` compares, and nothing else.
private struct EquatableValue: Hashable {
    let value: any Equatable

    static func == (one: Self, other: Self) -> Bool { areEqual(one.value as Any, other.value as Any) }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type(of: value))) }
}
