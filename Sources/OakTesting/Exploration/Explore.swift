/// Runs a scenario under many interleavings, and reports the first that fails.
///
/// In a scenario machines run, tasks send them events, and at the end something has to hold. A seed decides in which order
/// all of that goes on, see ``interleave(seed:_:)``. When it fails with one of them, the failure is repeated with fewer
/// changes of order, and reported with a test that shows it.
///
/// ```swift
/// @Test func nobodyIsCountedTwice() async {
///     await explore(seeds: 1...500) {
///         let proxy = Counter.Proxy()
///         async let total = Counter.run(initialState: .init(), proxy: proxy)
///         try await withThrowingTaskGroup { senders in
///             for _ in 1...3 { senders.addTask { try await proxy.sendWhenRoom(.increment) } }
///             try await senders.waitForAll()
///         }
///         try proxy.send(.finish)
///         expect(try await total == 3, "somebody was counted twice, or not at all")
///     }
/// }
/// ```
///
/// A scenario fails by throwing, or through ``expect(_:_:fileID:filePath:line:column:)`` and everything else in this library
/// that reports failures. The macros `#expect` and `#require` and the assertions of XCTest report each time to the running
/// test, and not to the exploration: use them outside of scenarios.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - scenario: What is to happen.
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

/// Runs a scenario under many interleavings, and reports the first that fails, with as few events as possible.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - events: What the scenario is given; some of them are left out to find the smallest failure.
///   - scenario: What is to happen.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func explore<Event: Sendable>(
    seeds: ClosedRange<UInt64> = 1...1_000, events: [Event],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent ([Event]) async throws -> Void
) async {
    await explore(
        seeds: seeds, events: .always(events), fileID: fileID, filePath: filePath, line: line, column: column, scenario)
}

/// Runs a scenario with random events under many interleavings, and reports the first that fails, with as few events as
/// possible.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - events: Makes what the scenario is given; a seed decides about that too.
///   - scenario: What is to happen.
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

/// Looks for an interleaving with which a scenario fails.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - scenario: What is to happen.
/// - Returns: The failure, with as few changes of order as could be found; `nil` if no seed fails.
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

/// Looks for some of the events and an interleaving with which a scenario fails.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - events: What the scenario is given; some of them are left out to find the smallest failure.
///   - scenario: What is to happen.
/// - Returns: The failure, with as few events and changes of order as could be found; `nil` if no seed fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func counterexample<Event: Sendable>(
    seeds: ClosedRange<UInt64> = 1...1_000, events: [Event],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent ([Event]) async throws -> Void
) async -> Counterexample<Event>? {
    await counterexample(
        seeds: seeds, events: .always(events), fileID: fileID, filePath: filePath, line: line, column: column, scenario)
}

/// Looks for events and an interleaving with which a scenario fails.
///
/// - Parameters:
///   - seeds: The seeds to try, in this order.
///   - events: Makes what the scenario is given.
///   - scenario: What is to happen.
/// - Returns: The failure, with as few events and changes of order as could be found; `nil` if no seed fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func counterexample<Event: Sendable>(
    seeds: ClosedRange<UInt64> = 1...1_000, events: Generator<[Event]>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent ([Event]) async throws -> Void
) async -> Counterexample<Event>? {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await InterleavingSearch(scenario: scenario).counterexample(seeds: seeds, events: events, site: site)
}

/// Runs a scenario under the interleaving that an exploration has found.
///
/// - Parameters:
///   - schedule: The order of jobs, as it was printed.
///   - scenario: What is to happen.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func replay(
    _ schedule: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent () async throws -> Void
) async {
    await replay(
        schedule, events: [Never](), fileID: fileID, filePath: filePath, line: line, column: column
    ) { _ in try await scenario() }
}

/// Runs a scenario with the events and under the interleaving that an exploration has found.
///
/// - Parameters:
///   - schedule: The order of jobs, as it was printed.
///   - events: What the scenario is given.
///   - scenario: What is to happen.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public nonisolated(nonsending) func replay<Event: Sendable>(
    _ schedule: String, events: [Event],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ scenario: @escaping @Sendable @concurrent ([Event]) async throws -> Void
) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let schedule = Schedule(schedule) else {
        return report("\"\(schedule)\" is not a schedule: copy it from the report of the exploration.", at: site)
    }
    let executor = DeterministicExecutor(following: schedule)
    if let failure = await InterleavingSearch(scenario: scenario).run(events, on: executor) {
        report(failure.message, at: site)
    }
}
