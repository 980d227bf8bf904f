import Foundation

/// The output of a session: a terminal, or a file or pipe that looks the same without colours.
///
/// On a terminal the user's typing appears behind a prompt. Elsewhere the lines read are written behind the same
/// prompt, so that the output reads like a session on a terminal.
@MainActor
public final class Screen {
    /// The appearance of lines.
    public struct Style: Equatable, Sendable {
        /// Whether the user's typing appears on the same terminal, behind a prompt.
        public var isInteractive: Bool

        /// Whether the terminal can erase a line, to show text before the prompt.
        public var canErase: Bool

        /// Whether lines have the colour of their tone.
        public var hasColours: Bool

        /// Creates a style.
        ///
        /// - Parameters:
        ///   - isInteractive: Whether the user's typing appears on the same terminal.
        ///   - canErase: Whether a line can be erased.
        ///   - hasColours: Whether lines have colours.
        public init(isInteractive: Bool, canErase: Bool, hasColours: Bool) {
            self.isInteractive = isInteractive
            self.canErase = canErase
            self.hasColours = hasColours
        }

        /// The style for an output that is not a terminal.
        public static let plain = Style(isInteractive: false, canErase: false, hasColours: false)

        /// The style for the input and output of a process.
        ///
        /// - Parameters:
        ///   - inputIsTerminal: Whether lines are typed.
        ///   - outputIsTerminal: Whether the output is a terminal.
        ///   - environment: The variables of the process, of which `NO_COLOR` and `TERM` matter.
        /// - Returns: The style; it has colours only on a terminal, and not if the user objects.
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
    ///   - style: The appearance of lines.
    ///   - write: Receives the text, including line ends.
    public init(style: Style, write: @escaping (String) -> Void) {
        self.style = style
        self.write = write
    }

    /// Shows lines, before the prompt if one is visible.
    ///
    /// - Parameter lines: The lines.
    public func show(_ lines: [Line]) {
        guard !lines.isEmpty else { return }
        var text = ""
        if case .behindPrompt = cursor { text += style.canErase ? "\r\u{1B}[K" : "\n" }
        for line in lines { text += painted(line) + "\n" }
        cursor = .atLineStart
        write(text)
    }

    /// Shows the prompt.
    public func prompt() {
        guard style.isInteractive, case .atLineStart = cursor else { return }
        cursor = .behindPrompt
        write(Self.prompt)
    }

    /// Records a line that was read, which a terminal has already shown.
    ///
    /// - Parameter line: The line.
    public func echo(_ line: String) {
        cursor = .atLineStart
        if !style.isInteractive { write(Self.prompt + line.printable + "\n") }
    }

    /// Records a hidden line that was read; erases it on a terminal that can.
    public func echoSecret() {
        cursor = .atLineStart
        let hidden = Self.prompt + "••••\n"
        switch (style.isInteractive, style.canErase) {
        case (false, _): write(hidden)
        case (true, true): write("\u{1B}[A\r\u{1B}[K" + hidden)
        case (true, false): break
        }
    }

    /// Moves the cursor to where later output can begin.
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
            // Failure means that the output is no longer read, so it cannot be reported.
            try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        }
    }
}
