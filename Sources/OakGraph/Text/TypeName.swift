/// The name of a type as written in its own module: with the types around it, and without the module.
///
/// A type within a function has only its own name.
package func sourceText(ofType type: Any.Type) -> String {
    var rest = String(reflecting: type)[...]
    var text = ""
    while let character = rest.first {
        guard character.isLetter || character == "_" || character == "`" else {
            text.append(character)
            rest.removeFirst()
            continue
        }
        text += takeName(from: &rest)
    }
    return text
}

/// Takes a dotted name without the parts that source code omits: the module, and the contexts of private types.
private func takeName(from text: inout Substring) -> String {
    var names: [String] = []
    var hidden = 0
    while true {
        if text.first == "(", let end = text.firstIndex(of: ")") {
            // As in "(unknown context at $7f00).Name": once for a file, again for each function in it.
            text = text[text.index(after: end)...]
            hidden += 1
            if hidden > 1 { names = Array(names.prefix(1)) }
        } else if text.first == "`" {
            let name = text.prefix(through: text.dropFirst().firstIndex(of: "`") ?? text.index(before: text.endIndex))
            text = text[name.endIndex...]
            names.append(withPlainSpaces(name))
        } else {
            let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            text = text[name.endIndex...]
            // A word on its own belongs to the language and is not the name of a type.
            names.append(!names.isEmpty && reservedWords.contains(String(name)) ? "`\(name)`" : String(name))
        }
        guard text.first == ".", !text.hasPrefix("...") else { break }
        text.removeFirst()
    }
    let hasModule = names.count > 1 && names.first != "Any"
    return (hasModule ? names.dropFirst() : names[...]).joined(separator: ".")
}

/// A name with plain spaces, which the runtime replaces by non-breaking ones.
package func withPlainSpaces(_ name: some StringProtocol) -> String { String(name.map { $0 == "\u{A0}" ? " " : $0 }) }

/// The words of the language that need backticks as the name of a type.
private let reservedWords: Set = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
]

/// The name of a type without its module, as short as possible, for text that is not compiled.
///
/// It occurs in stored tables and traces, and therefore must not change.
package func shortName(ofType type: Any.Type) -> String {
    let name = String(reflecting: type)
    return name.contains("(") || name.contains("<")
        ? String(describing: type) : String(name.drop { $0 != "." }.dropFirst())
}
