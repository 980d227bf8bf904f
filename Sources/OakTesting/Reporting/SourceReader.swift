/// Reads source text as far as finding the end of a block takes: it knows strings, comments and brackets.
struct SourceReader {
    var rest: Substring

    /// Passes what satisfies a condition, strings and comments as a whole.
    ///
    /// - Returns: What was passed.
    @discardableResult
    mutating func skip(while condition: (Character) -> Bool) -> Substring {
        let start = rest.startIndex
        while let character = rest.first, condition(character) { skipToken() }
        return rest.base[start..<rest.startIndex]
    }

    /// Passes space and comments.
    mutating func skipSpace() {
        while let character = rest.first, character.isWhitespace || rest.hasPrefix("//") || rest.hasPrefix("/*") {
            skipToken()
        }
    }

    /// Takes what stands between the bracket here and the one that closes it, with both; `nil` if there is none here.
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

    /// Passes one character, or a whole comment or string.
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

    /// Passes a comment, with those in it.
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

    /// Passes a string, of one line or of several, with number signs or without.
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
            // An interpolation may have strings of its own.
            if rest.first != "(" || takeBlock(from: "(", to: ")") == nil { rest = rest.dropFirst() }
        }
    }
}
