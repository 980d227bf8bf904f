/// A value by which instances are found, such as their phase or their customer.
///
/// See ``DurableTransducer/tags(in:)``.
public enum DurableTag: Hashable, Sendable {
    /// A text. Texts that are equal in Swift are one value.
    case text(String)
    /// A number, which no text equals.
    case integer(Int)
}

@_documentation(visibility: internal) extension DurableTag: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self = .text(text) }
}

@_documentation(visibility: internal) extension DurableTag: ExpressibleByIntegerLiteral {
    public init(integerLiteral number: Int) { self = .integer(number) }
}

@_documentation(visibility: internal) extension DurableTag: CustomStringConvertible {
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        }
    }
}

/// A tag of an instance with its name.
public struct StoredTag: Hashable, Sendable {
    /// The name of the tag, of which an instance has at most one.
    public var name: String
    /// Its value.
    public var value: DurableTag

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - name: The name of the tag.
    ///   - value: Its value.
    public init(name: String, value: DurableTag) {
        self.name = name
        self.value = value
    }
}

extension [String: DurableTag] {
    /// The changes that lead from other tags to these, in the order of the names.
    func changes(from former: Self) -> [NamedChange<StoredTag>] {
        if isEmpty, former.isEmpty { return [] }
        let set = filter { former[$0.key] != $0.value }.map { name, value in
            (name, NamedChange.set(StoredTag(name: name, value: value)))
        }
        let removed = former.keys.filter { self[$0] == nil }.map { ($0, NamedChange<StoredTag>.removed(name: $0)) }
        return (set + removed).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Carries out changes.
    mutating func apply(_ changes: [NamedChange<StoredTag>]) {
        for change in changes {
            switch change {
            case .set(let tag): self[tag.name] = tag.value
            case .removed(let name): self[name] = nil
            }
        }
    }
}

extension StoredTag {
    /// Reads a tag as an operator writes it: `NAME=VALUE`, where a number is one unless it is in double quotes.
    package init?(text: String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
        let value = String(text[text.index(after: sign)...])
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        self.init(
            name: String(text[..<sign]),
            value: isQuoted
                ? .text(String(value.dropFirst().dropLast())) : Int(value).map { .integer($0) } ?? .text(value))
    }

    /// The tag as an operator writes it.
    package var text: String {
        guard case .text(let text) = value else { return "\(name)=\(value)" }
        let isPlain = Int(text) == nil && !(text.hasPrefix("\"") && text.hasSuffix("\""))
        return isPlain ? "\(name)=\(text)" : "\(name)=\"\(text)\""
    }
}
