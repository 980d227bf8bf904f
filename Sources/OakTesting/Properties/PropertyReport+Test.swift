import Oak
import OakGraph

extension PropertyReport {
    /// A test that fails as long as the property does not hold for these events.
    ///
    /// The property and the first state are copied from the user's call if its source can be read.
    func test(ofProperty index: Int?, events: [T.Event]) -> String {
        let written = WrittenCall(at: site).flatMap { $0.name == "checkProperties" ? $0 : nil }
        let body = """
                checkProperties(
                    of: \(sourceText(ofType: T.self)).self, from: \(firstState(as: written)),
                    through: \(swiftSource(of: events)),
                    properties: \(list(ofProperty: index, as: written)))
            """
        let name = index.map { properties[$0].name } ?? Self.endless
        return GeneratedTest(name: name, body: body, fallbackName: "property").source
    }

    private static var endless: String { "Action events come to an end" }

    private func firstState(as written: WrittenCall?) -> String {
        guard let text = written?["from"], !namesVariable(text) else { return swiftSource(of: initialState) }
        return reindented(text, by: 8)
    }

    private func list(ofProperty index: Int?, as written: WrittenCall?) -> String {
        guard let index else { return list(".always(\"\(Self.endless)\") { _ in true }") }
        if let source = properties[index].source { return list(source) }
        let name = properties[index].name
        guard let text = written?["properties"] else {
            return list(placeholder("the property \(swiftSource(of: name)), as in \(site.fileID):\(site.line)"))
        }
        guard let elements = elements(ofArrayLiteral: text), elements.count == properties.count else {
            return reindented(text, by: 8)
        }
        return list(elements[index])
    }

    private func list(_ property: String) -> String {
        """
        [
                    \(reindented(property, by: 12))
                ]
        """
    }
}
