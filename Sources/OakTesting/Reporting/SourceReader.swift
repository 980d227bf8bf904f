/// Reads source text as far as needed to find the end of a block: strings, comments and brackets.
struct SourceReader {
    var rest: Substring

    /// Skips characters that satisfy a condition, and strings and comments as a whole.
    ///
    /// - Returns: The skipped text.
    @discardableResult
    mutating func skip(while condition: (Character) -> Bool) -> Substring {
        let start = rest.startIndex
        while let character = rest.first, condition(character) { skipToken() }
        return rest.base[start..<rest.startIndex]
    }

    /// Skips whitespace and comments.
    mutating func skipSpace() {
        while let character = rest.first, character.isWhitespace || rest.hasPrefix("//") || rest.hasPrefix("/*") {
            skipToken()
        }
    }

    /// Takes the text from a bracket at this place to its closing one, both included; `nil` if no bracket is here.
    mutating func takeBlock(from opening: Character, to closing: Character) -> String? {
        guard rest.first == opening else { return nil }
        let start = rest.startIndex
        var depth = 0
        while let character = rest.first {
            if character == opening { depth += 1 } else if character == closing { depth -= 1 }
            skipToken()
            if depth == 0 { return String(rest.base[start..<rest.startIndex]) }
        }
        return nil
    }

    /// Skips one character, or a whole comment or string.
    mutating func skipToken() {
        if rest.hasPrefix("//") {
            rest = rest.drop { $0 != "\n" }
        } else if rest.hasPrefix("/*") {
            skipComment()
        } else if rest.drop(while: { $0 == "#" }).first == "\"" {
            skipString()
        } else {
            rest = rest.dropFirst()
        }
    }

    /// Skips a comment, with nested ones.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if rest.hasPrefix("/*") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("*/") {
                depth -= 1
                rest = rest.dropFirst(2)
            } else {
                rest = rest.dropFirst()
            }
        } while depth > 0 && !rest.isEmpty
    }

    /// Skips a string of one or more lines, with or without number signs.
    private mutating func skipString() {
        let signs = String(rest.prefix { $0 == "#" })
        rest = rest.dropFirst(signs.count)
        let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
        rest = rest.dropFirst(quotes.count)
        while !rest.isEmpty {
            if rest.hasPrefix(quotes + signs) {
                rest = rest.dropFirst(quotes.count + signs.count)
                return
            }
            guard rest.hasPrefix("\\" + signs) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(1 + signs.count)
            // An interpolation may contain strings.
            if rest.first != "(" || takeBlock(from: "(", to: ")") == nil { rest = rest.dropFirst() }
        }
    }
}
