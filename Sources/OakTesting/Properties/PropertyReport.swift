import Oak
import OakGraph

/// Reports a broken property to the running test.
struct PropertyReport<T: ExecutableTransducer> {
    /// Identifies the random events that failed.
    struct Origin {
        let seed: UInt64
        let sequence: Int
        let length: Int

        var text: String {
            "Seed \(seed), sequence \(sequence): failed after \(length) random event\(length == 1 ? "" : "s")."
        }
    }

    let properties: [Property<T>]
    let initialState: T.State
    let site: CallSite

    /// Returns whether anything is checked; reports a check that cannot fail.
    func isAboutSomething(sequences: Int, length: Int) -> Bool {
        guard !properties.isEmpty else {
            OakTesting.report("There is no property to check: name at least one in `properties`.", at: site)
            return false
        }
        guard sequences > 0, length > 0 else {
            OakTesting.report("Nothing is checked: `sequences` and `length` have to be above zero.", at: site)
            return false
        }
        return true
    }

    func reportIrreproducible(_ origin: Origin) {
        OakTesting.report(
            """
            A property of \(T.self) did not hold, but does when the same events are processed again: \
            `update` depends on more than state and event.

            \(origin.text)
            """, at: site)
    }

    func report(_ finding: PropertySearch<T>.Finding, found origin: Origin?) {
        let index = finding.violation.property
        let property = index.map { properties[$0] }
        let enough = finding.events.isEmpty ? "It takes no event." : "These events are enough:"
        let text = [
            property.map { "\"\($0.name)\" does not hold for \(T.self)." }
                ?? (finding.violation.reason ?? "\(T.self) answers its own action events without end."),
            index == nil ? nil : finding.violation.reason,
            origin.map { "\($0.text) \(enough)" },
            trace(of: finding.events),
            "As a test:\n\n\(test(ofProperty: index, events: finding.events))",
        ]
        OakTesting.report(text.compactMap { $0 }.joined(separator: "\n\n"), at: site)
    }

    /// The number of lines shown at each end of a macrostep; the middle of a long chain of actions is omitted.
    private static var linesShown: Int { 20 }

    /// Every state on the way, with the event that led to it.
    private func trace(of events: [T.Event]) -> String {
        var lines = ["    \(sourceText(of: initialState))"]
        var actions = 0
        var latest: [String] = []
        func endMacrostep() {
            let hidden = actions - Self.linesShown - latest.count
            if hidden > 0 { lines.append("    … \(hidden) more …") }
            lines += latest
            (actions, latest) = (0, [])
        }
        _ = PropertySearch<T>(from: initialState, properties).finding(in: events) { event, isAction, state, reply in
            if !isAction { endMacrostep() }
            actions += 1
            let result = reply.map { $0 == .postponement ? "postponed" : "unexpected" } ?? sourceText(of: state)
            let line = "\(isAction ? "      ↳ " : "    ")\(sourceText(of: event)) → \(result)"
            guard actions > Self.linesShown else { return lines.append(line) }
            if latest.count == Self.linesShown { latest.removeFirst() }
            latest.append(line)
        }
        endMacrostep()
        return lines.joined(separator: "\n")
    }

    /// A test that fails as long as the property does not hold for these events.
    private func test(ofProperty index: Int?, events: [T.Event]) -> String {
        let endless = "Action events come to an end"
        let name = index.map { properties[$0].name } ?? endless
        let property =
            if let index {
                properties[index].source
                    ?? placeholder("the property \(swiftSource(of: name)), as in \(site.fileID):\(site.line)")
            } else { ".always(\(swiftSource(of: endless))) { _ in true }" }
        let body = """
                checkProperties(
                    of: \(sourceText(ofType: T.self)).self, from: \(swiftSource(of: initialState)),
                    through: \(swiftSource(of: events)),
                    properties: [
                        \(property)
                    ])
            """
        return GeneratedTest(name: name, body: body, fallbackName: "property").source
    }
}
