import OakGraph

/// A failure of a scenario, with as few events and changes of order as the search could find.
public struct Counterexample<Event: Sendable>: Sendable {
    /// The seed of the failure.
    package let seed: UInt64

    /// The number of seeds that were tried, the failing one included.
    package let tried: Int

    /// The events given to the scenario.
    public let events: [Event]

    /// The order of jobs.
    public let schedule: Schedule

    /// The message of the failure.
    public let message: String

    /// Whether the scenario failed again when the same order was repeated.
    package let isReproducible: Bool

    let site: CallSite
}

extension Counterexample: CustomStringConvertible {
    /// The report of the failure, with a test that reproduces it.
    public var description: String {
        var paragraphs = ["An interleaving fails (seed \(seed), the \(ordinal(tried)) that was tried):", message]
        if !isReproducible {
            paragraphs.append(
                """
                It did not fail when it was repeated: something in the scenario is not on its executor. Detached and \
                unstructured tasks are not (`DeterministicExecutor.current` can be preferred by the latter), nor are \
                actors with an executor of their own, other threads, and real clocks.
                """)
        }
        if isReproducible, schedule.switches.isEmpty {
            paragraphs.append(
                """
                It takes no change of order. (If the code under test starts tasks with `Task { }`, look there first: \
                they run elsewhere, and the scenario does not wait for them.)
                """)
        }
        if Event.self != Never.self { paragraphs.append("Events: \(sourceText(of: events))") }
        paragraphs.append("Switches: \(schedule.switches.isEmpty ? "none" : schedule.description)")
        paragraphs.append("As a test:\n\n\(test)")
        return paragraphs.joined(separator: "\n\n")
    }

    /// A test that reproduces the failure.
    ///
    /// A placeholder names the place of the scenario.
    public var test: String {
        let scenario = "{ \(placeholder("the scenario at \(site.fileID):\(site.line)")) }"
        let list = swiftSource(of: events)
        let events = Event.self == Never.self ? "" : ", events: \(list) as [\(sourceText(ofType: Event.self))]"
        return """
            @Test func failsWithSeed\(seed)AtLine\(site.line)() async {
                await replayInterleaving("\(schedule)"\(events)) \(scenario)
            }
            """
    }
}

private func ordinal(_ number: Int) -> String {
    switch (number % 100, number % 10) {
    case (11...13, _): "\(number)th"
    case (_, 1): "\(number)st"
    case (_, 2): "\(number)nd"
    case (_, 3): "\(number)rd"
    default: "\(number)th"
    }
}
