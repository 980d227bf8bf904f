import Foundation

/// The source text of the closure that a function was called with.
struct ScenarioSource {
    /// The closure, braces included.
    let closure: String

    /// Reads the trailing closure of the call at a place.
    ///
    /// - Returns: `nil` if the file cannot be read, or if the call has no trailing closure.
    init?(at site: CallSite) {
        guard let text = try? String(contentsOfFile: "\(site.filePath)", encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard site.line > 0, site.line <= lines.count else { return nil }
        var source = lines[(Int(site.line) - 1)...].joined(separator: "\n")[...]
        source = source.dropFirst(Int(site.column) - 1)
        self.init(callIn: source)
    }

    init?(callIn source: Substring) {
        var reader = SourceReader(rest: source)
        // A call in the argument of a macro is said to be where the macro is.
        if source.hasPrefix("#") { reader.skipMacro() }
        guard reader.skipToTrailingClosure(), let closure = reader.takeBlock() else { return nil }
        self.closure = closure
    }

    /// The closure with its lines moved to where it is to stand.
    func text(indentedBy spaces: Int) -> String {
        let lines = closure.split(separator: "\n", omittingEmptySubsequences: false)
        guard let last = lines.last, lines.count > 1 else { return closure }
        let old = last.prefix { $0 == " " }.count
        let moved = lines.dropFirst().map { line -> String in
            let own = min(old, line.prefix { $0 == " " }.count)
            let rest = line.dropFirst(own)
            return rest.isEmpty ? "" : String(repeating: " ", count: spaces) + rest
        }
        return ([String(lines[0])] + moved).joined(separator: "\n")
    }
}

/// Reads source text as far as finding the end of a block takes: it knows strings, comments and brackets.
private struct SourceReader {
    var rest: Substring

    /// Goes to the closure behind the name of a function, and behind its arguments if it has any.
    ///
    /// - Returns: Whether there is one; a closure among the arguments is none.
    mutating func skipToTrailingClosure() -> Bool {
        var depth = 0
        var hasArguments = false
        while let character = rest.first {
            switch character {
            case "{" where depth == 0: return true
            case "(", "[":
                depth += 1
                hasArguments = true
            case ")", "]": depth -= 1
            case _ where depth == 0 && hasArguments && !character.isWhitespace && !rest.hasPrefix("/"): return false
            default: break
            }
            if depth < 0 { return false }
            skipToken()
        }
        return false
    }

    /// Goes into the argument of a macro.
    mutating func skipMacro() { rest = rest.drop { $0 != "(" }.dropFirst() }

    /// Takes what stands between the brace here and the one that closes it, with both.
    mutating func takeBlock() -> String? {
        let start = rest.startIndex
        var depth = 0
        while let character = rest.first {
            switch character {
            case "{": depth += 1
            case "}": depth -= 1
            default: break
            }
            skipToken()
            if depth == 0 { return String(rest.base[start..<rest.startIndex]) }
        }
        return nil
    }

    /// Passes one character, or a whole comment or string.
    private mutating func skipToken() {
        if rest.hasPrefix("//") {
            rest = rest.drop { $0 != "\n" }
        } else if rest.hasPrefix("/*") {
            pass(2, thenTo: "*/")
        } else if rest.hasPrefix("\"\"\"") {
            pass(3, thenTo: "\"\"\"")
        } else if rest.hasPrefix("\"") {
            rest = rest.dropFirst()
            while let character = rest.first, character != "\"" { rest = rest.dropFirst(character == "\\" ? 2 : 1) }
            rest = rest.dropFirst()
        } else {
            rest = rest.dropFirst()
        }
    }

    private mutating func pass(_ count: Int, thenTo end: String) {
        rest = rest.dropFirst(count)
        while !rest.isEmpty, !rest.hasPrefix(end) { rest = rest.dropFirst() }
        rest = rest.dropFirst(end.count)
    }
}
