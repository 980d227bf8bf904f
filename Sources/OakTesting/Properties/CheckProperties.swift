public import Oak
import OakGraph
import OakText

/// Checks that properties of a machine hold in random sequences of events.
///
/// Each sequence begins in the initial state and ends in a terminal one, or at its maximum length. Action events of an
/// effect are processed before the next random event. Functions of effects are not called; include the events that they
/// would send in the random events.
///
/// When a property does not hold, the report shows a sequence from which no single event can be removed, every state on
/// the way, and a test that reproduces the failure. The same seed gives the same sequences on every platform.
///
/// An `update` that traps ends the tests; `machines check --traps` of the tool finds such transitions.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The random events.
///   - sequences: The number of sequences to try.
///   - length: The maximum number of random events in a sequence.
///   - seed: Determines all random events.
///   - properties: The properties to check.
public func checkProperties<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, events: Generator<T.Event>, sequences: Int = 1_000, length: Int = 100,
    seed: UInt64 = 42, properties: [Property<T>], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let search = PropertySearch(
        initialState: state, properties: properties, site: CallSite(fileID, filePath, line, column))
    guard search.isAboutSomething(sequences: sequences, length: length) else { return }
    var seeds = SeededGenerator(seed: seed)
    for number in 1...sequences {
        var random = SeededGenerator(seed: seeds.next())
        guard let found = search.finding(in: events.values(length, using: &random)) else { continue }
        let count = found.events.count
        let origin = "Seed \(seed), sequence \(number): failed after \(count) random event\(count == 1 ? "" : "s")."
        if let again = search.finding(in: found.events) { return search.show(search.shrunk(again), from: origin) }
        return report(
            """
            A property of \(T.self) did not hold, but does when the same events are processed again: \
            `update` depends on more than state and event.

            \(origin)
            """, at: search.site)
    }
}

/// Checks that properties of a machine hold in random sequences of the given events, all equally likely.
///
/// Sequences are made and reported as with the generator `.any(of: events)`.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The events to choose from.
///   - sequences: The number of sequences to try.
///   - length: The maximum number of random events in a sequence.
///   - seed: Determines all random events.
///   - properties: The properties to check.
public func checkProperties<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, events: [T.Event], sequences: Int = 1_000, length: Int = 100,
    seed: UInt64 = 42, properties: [Property<T>], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.Event: Sendable {
    guard !events.isEmpty else {
        return report("There is no event to choose from.", at: CallSite(fileID, filePath, line, column))
    }
    checkProperties(
        of: machine, from: state, events: .any(of: events), sequences: sequences, length: length, seed: seed,
        properties: properties, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Checks that properties of a machine hold in one sequence of events.
///
/// A failure in random events is reported with a call of this function as a test of its own.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The events in their order, without the action events that follow from them.
///   - properties: The properties to check.
public func checkProperties<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, through events: [T.Event], properties: [Property<T>],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let search = PropertySearch(
        initialState: state, properties: properties, site: CallSite(fileID, filePath, line, column))
    guard search.isAboutSomething(sequences: 1, length: 1) else { return }
    if let finding = search.finding(in: events) { search.show(finding, from: nil) }
}

/// Searches for events that break a property, and reports them to the running test.
struct PropertySearch<T: ExecutableTransducer> {
    let initialState: T.State
    let properties: [Property<T>]
    let site: CallSite

    /// Events, and the property that they break.
    struct Finding {
        let events: [T.Event]
        let violation: BrokenProperty
    }

    /// Tries events up to the first that breaks a property.
    func finding(in events: [T.Event], witness: Walk<T>.Witness? = nil) -> Finding? {
        var count = 0
        do {
            let walk = try Walk(from: initialState, checking: properties, witness: witness)
            while count < events.count, !T.isTerminal(walk.state) {
                count += 1
                try walk.take(events[count - 1])
            }
            return nil
        } catch {
            return Finding(events: Array(events.prefix(count)), violation: error)
        }
    }

    /// Searches for fewer events that break the same property.
    func shrunk(_ finding: Finding) -> Finding {
        ListShrinker.smallest(of: finding, finding.events) { candidate in
            self.finding(in: candidate).flatMap { $0.violation.property == finding.violation.property ? $0 : nil }
        }
    }

    // MARK: - Reports

    /// Returns whether anything is checked; reports a check that cannot fail.
    func isAboutSomething(sequences: Int, length: Int) -> Bool {
        if properties.isEmpty {
            report("There is no property to check: name at least one in `properties`.", at: site)
        } else if sequences <= 0 || length <= 0 {
            report("Nothing is checked: `sequences` and `length` have to be above zero.", at: site)
        } else {
            return true
        }
        return false
    }

    /// Reports a broken property.
    ///
    /// - Parameter origin: The random events that failed, in a sentence; `nil` if the test names its events.
    func show(_ finding: Finding, from origin: String?) {
        let index = finding.violation.property
        let enough = finding.events.isEmpty ? "It takes no event." : "These events are enough:"
        let text = [
            index.map { "\"\(properties[$0].name)\" does not hold for \(T.self)." }
                ?? finding.violation.reason ?? "\(T.self) answers its own action events without end.",
            origin.map { "\($0) \(enough)" },
            trace(of: finding.events),
            "As a test:\n\n\(test(ofProperty: index, events: finding.events))",
        ]
        report(text.compactMap { $0 }.joined(separator: "\n\n"), at: site)
    }

    /// The number of lines shown at each end of a macrostep; the middle of a long chain of actions is omitted.
    private static var linesShown: Int { 20 }

    /// Every state on the way, with the event that led to it.
    private func trace(of events: [T.Event]) -> String {
        var lines = ["    \(sourceText(of: initialState))"]
        var macrostep: [String] = []
        func endMacrostep() {
            let hidden = macrostep.dropFirst(Self.linesShown).dropLast(Self.linesShown)
            if !hidden.isEmpty { macrostep.replaceSubrange(hidden.indices, with: ["    … \(hidden.count) more …"]) }
            lines += macrostep
            macrostep = []
        }
        _ = finding(in: events) { event, isAction, state, reply in
            if !isAction { endMacrostep() }
            let result = reply.map { $0 == .postponement ? "postponed" : "unexpected" } ?? sourceText(of: state)
            macrostep.append("\(isAction ? "      ↳ " : "    ")\(sourceText(of: event)) → \(result)")
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
        return generatedTest(named: name, body, orElse: "property")
    }
}
