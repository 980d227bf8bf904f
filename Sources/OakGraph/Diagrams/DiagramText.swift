/// Text of a value, made fit for a diagram of any format.
enum DiagramText {
    /// The longest line of a label before it wraps, in characters.
    static let lineLength = 30

    /// Spells out what has no glyph, or would change the direction or the lines of the text around it.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { !isPrintable($0) }) else { return text }
        return replacing(in: text) { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where isPrintable(scalar): nil
            case _ where scalar.properties.generalCategory == .spaceSeparator: " "
            case _: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
    }

    /// A text in which some scalars are replaced.
    static func replacing(in text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
        }
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        // A joiner holds the parts of an emoji together.
        return scalar == "\u{200D}" || !hidden.contains(scalar.properties.generalCategory)
    }

    private static let hidden: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned, .spaceSeparator,
    ]

    /// Leaves out the middle of a text that is longer than a limit.
    ///
    /// - Complexity: O(limit).
    static func shortened(_ text: String, to limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard scalars.dropFirst(limit).first != nil else { return text }
        let front = take(text, upTo: max(limit - 1, 0) * 2 / 3)
        let back = take(text.reversed(), upTo: max(limit - 1, 0) / 3)
        return String(front) + "…" + String(back.reversed())
    }

    /// The first characters that have no more scalars than a limit: a character can have any number of them.
    private static func take(_ characters: some Sequence<Character>, upTo limit: Int) -> [Character] {
        var taken: [Character] = []
        var count = 0
        for character in characters {
            count += character.unicodeScalars.count
            guard count <= limit else { break }
            taken.append(character)
        }
        return taken
    }

    /// A text fit to be shown: printable, visible, and not much longer than a limit.
    static func shown(_ text: String, limit: Int) -> String {
        let shown = printable(shortened(text, to: limit))
        return shown.allSatisfy { $0 == " " } ? "\"\(shown)\"" : shown
    }

    /// Breaks a line behind commas and before strokes, or at any space where that is not enough.
    static func wrapped(_ line: String) -> [String] {
        guard line.count > lineLength else { return [line] }
        var pieces: [String] = []
        var isOpen = false
        for word in line.split(separator: " ") {
            if isOpen, word != "/" {
                pieces[pieces.count - 1] += " \(word)"
            } else {
                pieces.append(String(word))
            }
            isOpen = !word.hasSuffix(",")
        }
        return packed(pieces.flatMap { $0.count > lineLength ? packed($0.split(separator: " ")) : [$0] })
    }

    /// Puts as many pieces into each line as it has room for.
    private static func packed(_ pieces: [some StringProtocol]) -> [String] {
        var lines: [String] = []
        var room = 0
        for piece in pieces {
            let length = piece.count
            if length < room {
                lines[lines.count - 1] += " \(piece)"
                room -= length + 1
            } else {
                lines.append(String(piece))
                room = lineLength - length
            }
        }
        return lines
    }
}
