import Foundation

/// Where a session shows its lines: a terminal, or a file or pipe that looks the same without colours.
///
/// On a terminal the user's own typing stands behind a prompt. Elsewhere the lines that were read are written behind
/// the same prompt, so that what comes out reads like the session on a terminal.
@MainActor
public final class Screen {
    /// How lines are shown.
    public struct Style: Equatable, Sendable {
        /// What the user types is seen on the same terminal, behind a prompt.
        public var isInteractive: Bool

        /// The terminal can take a line back, to put something in front of the prompt.
        public var canErase: Bool

        /// Lines have the colour of their tone.
        public var hasColours: Bool

        /// Creates a style.
        ///
        /// - Parameters:
        ///   - isInteractive: Whether what the user types is seen on the same terminal.
        ///   - canErase: Whether a line can be taken back.
        ///   - hasColours: Whether lines have colours.
        public init(isInteractive: Bool, canErase: Bool, hasColours: Bool) {
            self.isInteractive = isInteractive
            self.canErase = canErase
            self.hasColours = hasColours
        }

        /// The style for something that is not a terminal.
        public static let plain = Style(isInteractive: false, canErase: false, hasColours: false)

        /// The style that fits input and output of a process.
        ///
        /// - Parameters:
        ///   - inputIsTerminal: Whether lines are typed.
        ///   - outputIsTerminal: Whether lines are shown to somebody.
        ///   - environment: The variables `NO_COLOR` and `TERM` are heeded.
        /// - Returns: The style; colours only on a terminal whose user does not object.
        public static func fitting(
            inputIsTerminal: Bool, outputIsTerminal: Bool, environment: [String: String]
        ) -> Style {
            let obeysCodes = outputIsTerminal && environment["TERM", default: "dumb"] != "dumb"
            return Style(
                isInteractive: inputIsTerminal && outputIsTerminal,
                canErase: obeysCodes,
                hasColours: obeysCodes && environment["NO_COLOR", default: ""].isEmpty)
        }
    }

    private enum Cursor {
        case atLineStart
        case behindPrompt
    }

    private static let prompt = "> "

    private let style: Style
    private let write: (String) -> Void
    private var cursor = Cursor.atLineStart

    /// Creates a screen.
    ///
    /// - Parameters:
    ///   - style: How lines are shown.
    ///   - write: Takes the text to be shown, line ends included.
    public init(style: Style, write: @escaping (String) -> Void) {
        self.style = style
        self.write = write
    }

    /// Shows lines, in front of the prompt if there is one.
    ///
    /// - Parameter lines: What is to be shown.
    public func show(_ lines: [Line]) {
        guard !lines.isEmpty else { return }
        var text = ""
        if case .behindPrompt = cursor { text += style.canErase ? "\r\u{1B}[K" : "\n" }
        for line in lines { text += painted(line) + "\n" }
        cursor = .atLineStart
        write(text)
    }

    /// Asks the user to type something.
    public func prompt() {
        guard style.isInteractive, case .atLineStart = cursor else { return }
        cursor = .behindPrompt
        write(Self.prompt)
    }

    /// Notes that a line was read, which a terminal has shown already.
    ///
    /// - Parameter line: What was read.
    public func echo(_ line: String) {
        cursor = .atLineStart
        if !style.isInteractive { write(Self.prompt + line.printable + "\n") }
    }

    /// Notes that a line was read that others should not see; a terminal that can takes it back.
    public func echoSecret() {
        cursor = .atLineStart
        let hidden = Self.prompt + "••••\n"
        switch (style.isInteractive, style.canErase) {
        case (false, _): write(hidden)
        case (true, true): write("\u{1B}[A\r\u{1B}[K" + hidden)
        case (true, false): break
        }
    }

    /// Leaves the cursor where whatever comes next can begin.
    public func close() {
        if case .behindPrompt = cursor { write("\n") }
        cursor = .atLineStart
    }

    private func painted(_ line: Line) -> String {
        let text = line.text.printable
        guard style.hasColours else { return text }
        return switch line.tone {
        case .plain: text
        case .heading: "\u{1B}[1m\(text)\u{1B}[0m"
        case .faint: "\u{1B}[2m\(text)\u{1B}[0m"
        case .failure: "\u{1B}[31m\(text)\u{1B}[0m"
        }
    }
}

extension Screen {
    /// The screen of the process.
    public static func standard() -> Screen {
        let style = Style.fitting(
            inputIsTerminal: isatty(STDIN_FILENO) == 1, outputIsTerminal: isatty(STDOUT_FILENO) == 1,
            environment: ProcessInfo.processInfo.environment)
        return Screen(style: style) { text in
            // Nobody is left to be told of an output that nobody reads.
            try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        }
    }
}
