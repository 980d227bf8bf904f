import IssueReporting
import Oak
import OakGraph
import OakText

/// Searches for an interleaving, and for events, with which a scenario fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct InterleavingSearch<Event: Sendable>: Sendable {
    let scenario: @Sendable @concurrent ([Event]) async throws -> Void

    /// One failed run of the scenario.
    struct Failure {
        let events: [Event]
        let schedule: Schedule
        let message: String
        /// The origin of each issue: the place of the report, or the type of the thrown error.
        let origins: [String]

        /// Whether the failure is likely to have the same cause as another one.
        ///
        /// With fewer events a scenario may also fail because it waits for a missing one.
        func resembles(_ other: Failure) -> Bool { other.origins.first.map(origins.contains) ?? true }
    }

    /// The maximum number of runs in search of a smaller failure.
    private static var shrinkingLimit: Int { 2_000 }

    /// Runs the scenario once.
    ///
    /// - Returns: The failure, or `nil` if the scenario succeeds.
    nonisolated(nonsending) func run(_ events: [Event], on executor: DeterministicExecutor) async -> Failure? {
        let issues = IssueCollector()
        defer { executor.end() }
        await withIssueReporters([issues]) {
            do {
                try await executor.conclude { [scenario] in try await scenario(events) }
            } catch {
                issues.note("\(error)", from: String(reflecting: type(of: error)))
            }
        }
        let content = issues.content
        guard !content.isEmpty else { return nil }
        return Failure(
            events: events, schedule: executor.schedule, message: content.map(\.message).joined(separator: "\n"),
            origins: content.map(\.origin))
    }

    // MARK: - Shrinking

    /// Searches for a failure with fewer events, and then for one with fewer switches.
    nonisolated(nonsending) func shrink(_ failure: Failure, foundAfter tried: Int) async -> Failure {
        // The number of interleavings to try before events count as harmless.
        let seeds = UInt64(min(max(20, 4 * tried), 200))
        var best = failure
        var runs = 0

        var events = ListShrinker(failure.events)
        while runs < Self.shrinkingLimit, let candidate = events.next() {
            // With other events the old order means little; any order that shows the failure will do.
            var orders = [DeterministicExecutor(following: best.schedule)]
            orders += (1...seeds).map { DeterministicExecutor(seed: $0) }
            for order in orders {
                runs += 1
                guard let smaller = await run(candidate, on: order), smaller.resembles(failure) else { continue }
                best = smaller
                events.accept()
                break
            }
        }

        var switches = ListShrinker(best.schedule.switches)
        while runs < 2 * Self.shrinkingLimit, let candidate = switches.next() {
            runs += 1
            let order = DeterministicExecutor(following: Schedule(switches: candidate))
            guard let smaller = await run(best.events, on: order), smaller.resembles(failure) else { continue }
            best = smaller
            switches.accept()
        }
        return best
    }
}

/// Collects the issues of a scenario, on behalf of the running test.
private final class IssueCollector: IssueReporter {
    private let notes = Protected<[(message: String, origin: String)]>([])

    var content: [(message: String, origin: String)] { notes.withLock { $0 } }

    func note(_ message: String, from origin: String) { notes.withLock { $0.append((message, origin)) } }

    func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt
    ) {
        guard severity == .error else { return }
        note("\(fileID):\(line): \(message() ?? "an issue")", from: "\(fileID):\(line):\(column)")
    }
}

/// A failure of a scenario, with as few events and changes of order as the search could find.
public struct Counterexample<Event: Sendable>: Sendable, CustomStringConvertible {
    /// The seed of the failure.
    public let seed: UInt64

    /// The number of seeds that were tried, the failing one included.
    public let tried: Int

    /// The events given to the scenario.
    public let events: [Event]

    /// The order of jobs.
    public let schedule: Schedule

    /// The message of the failure.
    public let message: String

    /// Whether the scenario failed again when the same order was repeated.
    public let isReproducible: Bool

    let site: CallSite

    /// The report of the failure, with a test that reproduces it.
    public var description: String {
        var paragraphs = ["An interleaving fails (seed \(seed), the \(ordinal(tried)) that was tried):", message]
        if !isReproducible {
            paragraphs.append(
                """
                It did not fail when it was repeated: something in the scenario comes from outside of its executor, \
                as callbacks of other threads, real clocks and actors with an executor of their own do.
                """)
        }
        if isReproducible, schedule.switches.isEmpty {
            paragraphs.append("It takes no change of order.")
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
