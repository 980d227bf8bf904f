public import Oak

/// Checks that properties hold for a machine, in random sequences of events.
///
/// Each sequence begins in the initial state and ends in a terminal one, or when it is long enough. Action events that an effect
/// names are processed before the next random event. Functions of effects are not called; what they would send comes among
/// the random events.
///
/// When a property does not hold, the report shows a sequence that cannot be shortened any more (by leaving out events one by
/// one), every state on the way, and a test of it. The same seed gives the same sequences on every platform.
///
/// An `update` that traps ends the tests; ``TransitionTable`` finds out where it does.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The random events.
///   - sequences: How many sequences are tried.
///   - length: How many random events there are in a sequence at most.
///   - seed: Decides all random events.
///   - properties: What is to hold.
@inlinable
public func checkProperties<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, events: Generator<T.Event>, sequences: Int = 1_000, length: Int = 100,
    seed: UInt64 = 42, properties: [Property<T>], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let report = PropertyReport<T>(
        properties, from: state, fileID: fileID, filePath: filePath, line: line, column: column)
    guard report.isAboutSomething(sequences: sequences, length: length) else { return }
    let search = PropertySearch(from: state, properties)
    if let finding = search.dependence(on: state, after: []) { return report.report(finding, found: nil) }
    var seeds = SeededGenerator(seed: seed)
    for number in 1...sequences {
        let random = SeededGenerator(seed: seeds.next())
        guard let count = search.countToFailure(events, random: random, length: length) else { continue }
        let origin = PropertyReport<T>.Origin(seed: seed, sequence: number, length: count)
        guard let finding = search.finding(in: events.values(count, from: random)) else {
            return report.reportIrreproducible(origin)
        }
        return report.report(search.shrunk(finding), found: origin)
    }
}

/// Checks that properties hold for a machine, in random sequences of all events that there are.
///
/// Everything else is as if the events were given.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - sequences: How many sequences are tried.
///   - length: How many random events there are in a sequence at most.
///   - seed: Decides all random events.
///   - properties: What is to hold.
@inlinable
public func checkProperties<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, sequences: Int = 1_000, length: Int = 100, seed: UInt64 = 42,
    properties: [Property<T>], fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) where T.Event: CaseIterable & Sendable {
    checkProperties(
        of: machine, from: state, events: .allCases, sequences: sequences, length: length, seed: seed,
        properties: properties, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Checks that properties hold for a machine, in random sequences of these events, each as often as the others.
///
/// Everything else is as if a generator were given.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The events to choose from.
///   - sequences: How many sequences are tried.
///   - length: How many random events there are in a sequence at most.
///   - seed: Decides all random events.
///   - properties: What is to hold.
public func checkProperties<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, events: [T.Event], sequences: Int = 1_000, length: Int = 100,
    seed: UInt64 = 42, properties: [Property<T>], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) where T.Event: Sendable {
    guard !events.isEmpty else {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return report("There is no event to choose from.", at: site)
    }
    checkProperties(
        of: machine, from: state, events: .any(of: events), sequences: sequences, length: length, seed: seed,
        properties: properties, fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Checks that properties hold for a machine in one sequence of events.
///
/// This is what a failure in random events becomes as a test of its own.
///
/// - Parameters:
///   - machine: The transducer.
///   - state: The initial state.
///   - events: The events, in their order; without the action events that follow from them.
///   - properties: What is to hold.
public func checkProperties<T: ExecutableTransducer>(
    of machine: T.Type, from state: T.State, through events: [T.Event], properties: [Property<T>],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let report = PropertyReport<T>(
        properties, from: state, fileID: fileID, filePath: filePath, line: line, column: column)
    guard report.isAboutSomething(sequences: 1, length: 1) else { return }
    let search = PropertySearch(from: state, properties)
    var last = state
    if let finding = search.finding(in: events, witness: { _, _, state, _ in last = state })
        ?? search.dependence(on: last, after: events)
    {
        report.report(finding, found: nil)
    }
}
