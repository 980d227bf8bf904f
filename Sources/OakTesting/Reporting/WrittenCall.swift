import Foundation

/// A call as written in a source file.
struct WrittenCall {
    /// An argument in parentheses.
    struct Argument {
        let label: String?
        let text: String
    }

    /// The name of the function, without the type or the module in front of it.
    let name: String
    /// The arguments in parentheses.
    let arguments: [Argument]
    /// The trailing closure, braces included.
    let trailingClosure: String?

    /// Reads the call at a place.
    ///
    /// - Returns: `nil` if the file cannot be read, or if no call is found.
    init?(at site: CallSite) {
        guard let text = try? String(contentsOfFile: "\(site.filePath)", encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard site.line > 0, site.line <= lines.count else { return nil }
        let source = lines[(Int(site.line) - 1)...].joined(separator: "\n")
        // Columns are counted in bytes.
        let column = source.utf8.index(source.startIndex, offsetBy: Int(site.column) - 1, limitedBy: source.endIndex)
        guard let column else { return nil }
        self.init(in: source, at: column)
    }

    /// Reads the call whose arguments begin at a place, or the first one in the argument of a macro that begins there.
    init?(in source: String, at place: String.Index) {
        var reader = SourceReader(rest: source[place...])
        if reader.rest.first == "#" {
            reader.skip { $0 != "(" }
            reader.rest = reader.rest.dropFirst()
            reader.skip { $0 != "(" && $0 != "{" }
        }
        let callee = source[..<reader.rest.startIndex].reversed().drop(while: \.isWhitespace)
        name = String(callee.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
        let list = reader.takeBlock(from: "(", to: ")")
        arguments = list.map { SourceReader.elements(of: $0).map(Argument.init(text:)) } ?? []
        reader.skipSpace()
        trailingClosure = reader.takeBlock(from: "{", to: "}")
        guard !name.isEmpty, list != nil || trailingClosure != nil else { return nil }
    }

    /// The text of an argument.
    subscript(label: String) -> String? { arguments.first { $0.label == label }?.text }
}

extension WrittenCall.Argument {
    /// Splits an argument from its label.
    fileprivate init(text: String) {
        let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let rest = text[name.endIndex...].drop { $0 == " " }
        if !name.isEmpty, rest.hasPrefix(":") {
            self.init(label: String(name), text: trimmed(rest.dropFirst()))
        } else {
            self.init(label: nil, text: text)
        }
    }
}

/// The elements of an array, if the whole text is an array literal.
func elements(ofArrayLiteral text: String) -> [String]? {
    var reader = SourceReader(rest: text[...])
    guard let list = reader.takeBlock(from: "[", to: "]"), reader.rest.isEmpty else { return nil }
    return SourceReader.elements(of: list)
}

/// Whether a text names a variable, which may not exist elsewhere.
///
/// Names after a dot are members, those before a colon are labels, and those of types begin with a capital letter.
func namesVariable(_ text: String) -> Bool {
    // An interpolation may name a variable; its contents are not examined.
    if text.contains("\\(") { return true }
    var reader = SourceReader(rest: text[...])
    var previous: Character = " "
    while let character = reader.rest.first {
        if character.isNumber {
            reader.rest = reader.rest.drop { $0.isLetter || $0.isNumber || $0 == "_" }
            continue
        }
        guard character.isLetter || character == "_" || character == "$" else {
            if !character.isWhitespace { previous = character }
            reader.skipToken()
            continue
        }
        let name = reader.rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
        reader.rest = reader.rest[name.endIndex...]
        let isLabel = reader.rest.drop { $0 == " " }.hasPrefix(":")
        let isLiteral = ["true", "false", "nil", "as", "try", "await"].contains(name)
        if previous != ".", !isLabel, !isLiteral, name.first?.isUppercase == false { return true }
        previous = "a"
    }
    return false
}

/// A multi-line text with its lines indented for another place.
func reindented(_ text: String, by spaces: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines.dropFirst()
    let old = rest.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    let moved = rest.map { line in
        let own = line.dropFirst(old)
        return own.isEmpty ? "" : String(repeating: " ", count: spaces) + own
    }
    return ([String(lines.first ?? "")] + moved).joined(separator: "\n")
}

private func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
}

extension SourceReader {
    /// The elements of a list, split at commas outside of brackets, without the comments around them.
    fileprivate static func elements(of list: String) -> [String] {
        var reader = SourceReader(rest: list.dropFirst().dropLast())
        var elements = [""]
        while let character = reader.rest.first {
            if character == "," {
                elements.append("")
                reader.rest.removeFirst()
                continue
            }
            if reader.rest.hasPrefix("//") || reader.rest.hasPrefix("/*") {
                reader.skipToken()
                continue
            }
            let start = reader.rest.startIndex
            let block = Self.brackets.first { $0.opening == character }
            if block.flatMap({ reader.takeBlock(from: $0.opening, to: $0.closing) }) == nil { reader.skipToken() }
            elements[elements.count - 1] += reader.rest.base[start..<reader.rest.startIndex]
        }
        return elements.map { trimmed($0[...]) }.filter { !$0.isEmpty }
    }

    private static var brackets: [(opening: Character, closing: Character)] { [("(", ")"), ("[", "]"), ("{", "}")] }
}
