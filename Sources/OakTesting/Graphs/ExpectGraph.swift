public import Oak
public import OakGraph

/// Expects the graph of a machine to behave like a stored one.
///
/// ```swift
/// import OakGraph
/// import OakTesting
///
/// enum Lamp: Transducer {
///     enum State: Hashable { case off, on }
///     enum Event: CaseIterable { case pressed }
///     static func update(_ state: inout State, event: Event) { state = state == .on ? .off : .on }
/// }
///
/// expectGraph(of: Lamp.self, from: [.off], events: .allCases)
/// ```
///
/// The test fails with the shortest sequence of events after which the machine behaves differently, and a table of what
/// has changed: see `GraphComparison`. New names of states are a warning. A graph that is incomplete
/// fails, because nothing is known about the rest.
///
/// The graph is a file in the folder `__Graphs__` next to the test file, with a line for each state and transition. To
/// create it, or to accept a change, run the test with the environment variable `OAK_RECORD_GRAPHS` set, and put the
/// file under version control: a review of the behaviour reads its diff. In a package, list the folder in the target's
/// `exclude`.
///
/// - Parameters:
///   - machine: The machine.
///   - initial: The initial states.
///   - events: The events to try in each state.
///   - limits: The bounds of the exploration.
///   - aspects: The parts of the behaviour to compare; the default is all but the names of states.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Graphs__` named after the
///     test file and the machine.
///   - isRecording: Stores the graph and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
/// - Returns: The graph.
@discardableResult
public func expectGraph<Machine: ExecutableTransducer>(
    of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
    limits: GraphLimits = GraphLimits(), comparing aspects: GraphComparison.Aspects = .behaviour,
    storedIn path: String? = nil, recording isRecording: Bool = false, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> StateGraph<Machine> where Machine.State: Hashable {
    let graph = StateGraph(of: machine, from: initial, events: events, limits: limits)
    expectGraph(
        graph.model, comparing: aspects, storedIn: path, recording: isRecording, fileID: fileID, filePath: filePath,
        line: line, column: column)
    return graph
}

/// Expects the graph of a machine, in which a part of a state tells it apart, to behave like a stored one.
///
/// The graph is stored and recorded as by
/// ``expectGraph(of:from:events:limits:comparing:storedIn:recording:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - machine: The machine.
///   - initial: The initial states.
///   - events: The events to try in each state.
///   - limits: The bounds of the exploration.
///   - part: The part of a state that tells it apart; a text is shown as it is.
///   - aspects: The parts of the behaviour to compare; the default is all but the names of states.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Graphs__` named after the
///     test file and the machine.
///   - isRecording: Stores the graph and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
/// - Returns: The graph.
@discardableResult
public func expectGraph<Machine: ExecutableTransducer, Part: Hashable>(
    of machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
    limits: GraphLimits = GraphLimits(), showing part: @escaping @Sendable (Machine.State) -> Part,
    comparing aspects: GraphComparison.Aspects = .behaviour, storedIn path: String? = nil,
    recording isRecording: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) -> StateGraph<Machine> {
    let graph = StateGraph(of: machine, from: initial, events: events, limits: limits, showing: part)
    expectGraph(
        graph.model, comparing: aspects, storedIn: path, recording: isRecording, fileID: fileID, filePath: filePath,
        line: line, column: column)
    return graph
}

/// Expects a graph to behave like a stored one.
///
/// The graph is stored and recorded as by
/// ``expectGraph(of:from:events:limits:comparing:storedIn:recording:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - model: The graph.
///   - aspects: The parts of the behaviour to compare; the default is all but the names of states.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Graphs__` named after the
///     test file and the machine.
///   - isRecording: Stores the graph and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
public func expectGraph(
    _ model: GraphModel, comparing aspects: GraphComparison.Aspects = .behaviour, storedIn path: String? = nil,
    recording isRecording: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    compare(
        GraphInTest(model: model, aspects: aspects), storedIn: path, recording: isRecording,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
