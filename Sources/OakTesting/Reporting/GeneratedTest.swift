import OakGraph

/// A generated test for Swift Testing, to paste into a test file.
///
/// - Parameters:
///   - name: The subject of the test, in words.
///   - body: The lines of the test, without the name and the braces around them.
///   - isAsync: Whether the test awaits anything.
///   - fallback: The name of the function if the words have no usable letter.
func generatedTest(named name: String, _ body: String, isAsync: Bool = false, orElse fallback: String) -> String {
    """
    @Test(\(swiftSource(of: name)))
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
