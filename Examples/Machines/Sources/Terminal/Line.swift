/// One line of text with its tone.
public struct Line: Equatable, Sendable {
    /// The role of a line, which determines its colour on a terminal with colours.
    public enum Tone: Equatable, Sendable {
        /// Normal text.
        case plain
        /// A headline.
        case heading
        /// Supplementary text.
        case faint
        /// An error.
        case failure
    }

    /// The visible content.
    public var text: String

    /// Its name.
    public var tone: Tone

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - tone: Its role.
    public init(_ text: String, _ tone: Tone = .plain) {
        self.text = text
        self.tone = tone
    }
}

extension Line: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}

extension String {
    /// The string without characters that would move the cursor or change the terminal, which names of files may
    /// contain.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
                    default: scalar
                    }
                }))
    }

    /// The string in quotation marks, cut if it is very long.
    var quoted: String { count > 60 ? "\"\(prefix(60))…\"" : "\"\(self)\"" }
}
