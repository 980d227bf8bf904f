package import OakGraph

/// The text of a value as it would stand in a source file.
public struct SourceLiteral: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The text.
    public let description: String

    /// The text with its types named in full, which compiles; it is not stored, and equals `description` once decoded.
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

    // A decoded literal equals the original one, which has another `source`.

    public static func == (lhs: SourceLiteral, rhs: SourceLiteral) -> Bool { lhs.description == rhs.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension SourceLiteral: SpelledOut {
    package func spelling(by writer: SourceWriter) -> String {
        switch writer.purpose {
        case .reading: description
        case .pasting: source
        }
    }
}
