public import Oak

/// Checks that properties of a machine hold in random sequences of events.
///
/// Each sequence begins in the initial state and ends in a terminal one, or at its maximum length. Action events of an
/// effect are processed before the next random event. Functions of effects are not called; include the events that they
/// would send in the random events.
///
/// When a property does not hold, the report shows a sequence from which no single event can be removed, every state on
/// the way, and a test that reproduces the failure. The same seed gives the same sequences on every platform.
///
/// An `update` that traps ends the tests; ``TransitionTable`` locates such a trap.
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
