import OakGraph

/// A generated test to paste into a test file.
struct GeneratedTest {
    /// The subject of the test, in words.
    let name: String
    /// The lines of the test, without the name and the braces around them.
    let body: String
    var isAsync = false
    /// The name of the function if the words have no usable letter.
    var fallbackName = "recordedRun"

    /// The test for Swift Testing.
    var source: String {
        """
        @Test(\(swiftSource(of: name)))
        func \(functionName)()\(isAsync ? " async" : "") {
        \(body)
        }
        """
    }

    /// A name for the function, in camel case.
    private var functionName: String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        let camel = words.enumerated().map { index, word in
            (index == 0 ? word.first?.lowercased() : word.first?.uppercased()).map { $0 + word.dropFirst() } ?? ""
        }.joined()
        guard let first = camel.first else { return fallbackName }
        if first.isNumber { return "run\(camel)" }
        return words.count == 1 && reservedWords.contains(camel) ? "`\(camel)`" : camel
    }
}
