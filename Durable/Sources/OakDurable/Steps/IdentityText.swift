import Foundation
import Oak

/// The text that a store keeps in place of the identity of an activity or a time-out.
enum IdentityText {
    /// An identity, or a part of it, that is not `Codable`.
    struct NotCodable: Error {
        let identity: String
    }

    /// The text of an identity with the names of the children that it belongs to.
    static func name(of id: EffectID) throws(NotCodable) -> String {
        let path = try path(id.child)
        let own = try text(of: id.withoutChild)
        return path.isEmpty ? own : "\(path)/\(own)"
    }

    /// The text of the names on the path to a child.
    static func path(_ child: [ChildID]) throws(NotCodable) -> String {
        var parts: [String] = []
        for id in child { parts.append(try text(of: id)) }
        return parts.joined(separator: "/")
    }

    /// Whether a name belongs to a child at a path, or to one inside it.
    static func isName(_ name: String, within path: String) -> Bool {
        guard name.hasPrefix(path) else { return false }
        let next = name.dropFirst(path.count).first
        return next == "/" || next == "["
    }

    /// Escapes the characters that separate the parts of a name.
    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { special.contains($0) }) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII, special.contains(UInt8(scalar.value)) {
                escaped += "%" + String(scalar.value, radix: 16, uppercase: true)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static let special = Set("%/[]#@".utf8)

    private static func text(of id: ChildID) throws(NotCodable) -> String {
        switch id.base {
        case .position(let position): "#\(position)"
        case .name(let name): try text(of: name)
        case .element(let collection, let key): "\(try text(of: collection))[\(try text(of: key))]"
        }
    }

    private static func text(of id: EffectID) throws(NotCodable) -> String {
        if let text = id.base as? String { return escaped(text) }
        guard let value = id.base as? any Codable, let data = try? Codec.encode(value, sortingKeys: true) else {
            throw NotCodable(identity: "\(id)")
        }
        return escaped(String(decoding: data, as: UTF8.self))
    }
}
