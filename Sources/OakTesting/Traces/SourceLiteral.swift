/// The text of a value as a test would write it.
public struct SourceLiteral: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The text.
    public let description: String

    /// The text with its types named in full, which compiles; not stored, and so of a stored one the same as the text.
    let source: String

    /// Describes a value.
    ///
    /// - Parameter value: The value.
    public init(of value: Any) {
        description = sourceText(of: value)
        source = swiftSource(of: value)
    }

    public init(from decoder: any Decoder) throws {
        description = try decoder.singleValueContainer().decode(String.self)
        source = description
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    // One that was stored is equal to the one that was made.

    public static func == (lhs: SourceLiteral, rhs: SourceLiteral) -> Bool { lhs.description == rhs.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
