/// One line of text to be shown, and what it is.
public struct Line: Equatable, Sendable {
    /// What a line is, which decides about its colour where there are colours.
    public enum Tone: Equatable, Sendable {
        /// What the machine shows.
        case plain
        /// What stands above something.
        case heading
        /// What only helps.
        case faint
        /// What has gone wrong.
        case failure
    }

    /// What is shown.
    public var text: String

    /// What it is.
    public var tone: Tone

    /// Creates a line.
    ///
    /// - Parameters:
    ///   - text: What is shown.
    ///   - tone: What it is.
    public init(_ text: String, _ tone: Tone = .plain) {
        self.text = text
        self.tone = tone
    }
}

extension Line: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}

extension String {
    /// The string without anything that would move the cursor or change the terminal: names of files may contain that.
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
