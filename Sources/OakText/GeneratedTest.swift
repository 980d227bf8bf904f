/// A generated test for Swift Testing, to paste into a test file.
///
/// - Parameters:
///   - name: The subject of the test, in words.
///   - body: The lines of the test, without the name and the braces around them.
///   - isAsync: Whether the test awaits anything.
///   - fallback: The name of the function if the words have no usable letter.
package func generatedTest(
    named name: String, _ body: String, isAsync: Bool = false, orElse fallback: String
) -> String {
    """
    @Test(\(literal(of: name)))
    func \(functionName(for: name) ?? fallback)()\(isAsync ? " async" : "") {
    \(body)
    }
    """
}

/// A name for a function, in camel case; `nil` if the words have no usable letter.
private func functionName(for name: String) -> String? {
    let words = name.split { !$0.isLetter && !$0.isNumber }
    let camel = words.enumerated().map { index, word in
        (index == 0 ? word.first?.lowercased() : word.first?.uppercased()).map { $0 + word.dropFirst() } ?? ""
    }.joined()
    if camel.first?.isNumber ?? false { return "run\(camel)" }
    if words.count == 1, reservedWords.contains(camel) { return "`\(camel)`" }
    return camel.isEmpty ? nil : camel
}

/// The words of the language that need backticks as the name of a type.
package let reservedWords: Set = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
    "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
]
