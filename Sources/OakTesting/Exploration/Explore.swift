/// Runs a scenario under many interleavings, and reports the first that fails.
///
/// A scenario runs machines, sends them events from several tasks, and checks a condition at the end. A seed decides
/// the order of all that, see ``interleave(seed:_:)``. A failure is repeated with fewer changes of order, and reported
/// with a test that reproduces it.
///
/// ```swift
/// @Test func nobodyIsCountedTwice() async {
///     await explore(seeds: 1...500) {
///         let proxy = Counter.Proxy()
///         async let total = Counter.run(initialState: .init(), proxy: proxy)
///         try await withThrowingTaskGroup { senders in
///             for _ in 1...3 { senders.addTask { try await proxy.sendWaitingForRoom(.increment) } }
///             try await senders.waitForAll()
///         }
///         try proxy.send(.finish)
///         expectThat(try await total == 3, "somebody was counted twice, or not at all")
///     }
/// }
/// ```
///
/// A scenario fails by throwing, through ``expectThat(_:_:fileID:filePath:line:column:)``, and through every other
/// function of this library that reports failures. The macros `#expect` and `#require` and the assertions of XCTest
/// report each failure to the running test instead of the exploration: use them outside of scenarios.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - scenario: The scenario to run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func explore(
    seeds: ClosedRange<UInt64> = 1...1_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent () async throws -> Void
) async {
    let found = await counterexample(
        seeds: seeds, fileID: fileID, filePath: filePath, line: line, column: column, scenario)
    if let found { report("\(found)", at: found.site) }
}

/// Runs a scenario with random events under many interleavings, and reports the first that fails.
///
/// The report names as few events and changes of order as the search could find.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - events: Makes the events for the scenario, from the same seed as the order.
///   - scenario: The scenario to run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func explore<Event: Sendable>(
    seeds: ClosedRange<UInt64> = 1...1_000, events: Generator<[Event]>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent ([Event]) async throws -> Void
) async {
    let found = await counterexample(
        seeds: seeds, events: events, fileID: fileID, filePath: filePath, line: line, column: column, scenario)
    if let found { report("\(found)", at: found.site) }
}

/// Searches for an interleaving under which a scenario fails.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - scenario: The scenario to run.
/// - Returns: The failure, with as few changes of order as the search could find; `nil` if no seed fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func counterexample(
    seeds: ClosedRange<UInt64> = 1...1_000,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent () async throws -> Void
) async -> Counterexample<Never>? {
    await counterexample(
        seeds: seeds, events: Generator<[Never]>.always([]), fileID: fileID, filePath: filePath, line: line,
        column: column
    ) { _ in try await scenario() }
}

/// Searches for events and an interleaving with which a scenario fails.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - events: Makes the events for the scenario.
///   - scenario: The scenario to run.
/// - Returns: The failure, with as few events and changes of order as the search could find; `nil` if no seed fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func counterexample<Event: Sendable>(
    seeds: ClosedRange<UInt64> = 1...1_000, events: Generator<[Event]>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent ([Event]) async throws -> Void
) async -> Counterexample<Event>? {
    let search = InterleavingSearch(scenario: scenario)
    for (tried, seed) in seeds.enumerated() {
        // Events and order are drawn from different numbers.
        var random = SeededGenerator(seed: ~seed)
        let script = events.value(using: &random)
        guard let failure = await search.run(script, on: DeterministicExecutor(seed: seed)) else { continue }
        let again = await search.run(script, on: DeterministicExecutor(following: failure.schedule))
        let smallest = again == nil ? failure : await search.shrink(failure, foundAfter: tried + 1)
        return Counterexample(
            seed: seed, tried: tried + 1, events: smallest.events, schedule: smallest.schedule,
            message: smallest.message, isReproducible: again != nil, site: CallSite(fileID, filePath, line, column))
    }
    return nil
}

/// Runs a scenario under an interleaving that an exploration has found.
///
/// - Parameters:
///   - schedule: The order of jobs, as printed by the exploration.
///   - scenario: The scenario to run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func replayInterleaving(
    _ schedule: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent () async throws -> Void
) async {
    await replayInterleaving(
        schedule, events: [Never](), fileID: fileID, filePath: filePath, line: line, column: column
    ) { _ in try await scenario() }
}

/// Runs a scenario with events and an interleaving that an exploration has found.
///
/// - Parameters:
///   - schedule: The order of jobs, as printed by the exploration.
///   - events: The events given to the scenario.
///   - scenario: The scenario to run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func replayInterleaving<Event: Sendable>(
    _ schedule: String, events: [Event],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent ([Event]) async throws -> Void
) async {
    let site = CallSite(fileID, filePath, line, column)
    guard let schedule = Schedule(schedule) else {
        return report("\"\(schedule)\" is not a schedule: copy it from the report of the exploration.", at: site)
    }
    let executor = DeterministicExecutor(following: schedule)
    if let failure = await InterleavingSearch(scenario: scenario).run(events, on: executor) {
        report(failure.message, at: site)
    }
}
