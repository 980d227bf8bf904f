public import Oak

/// Expects every transition of a machine to match a stored table.
///
/// ```swift
/// import OakTesting
///
/// enum Lamp: Transducer {
///     enum State: CaseIterable { case off, on }
///     enum Event: CaseIterable { case pressed }
///     static func update(_ state: inout State, event: Event) { state = state == .on ? .off : .on }
/// }
///
/// expectTable(of: Lamp.self, states: Lamp.State.allCases, events: Lamp.Event.allCases)
/// ```
///
/// The table is a Markdown file in the folder `__Tables__` next to the test file. To create it, or to accept a change,
/// run the test with the environment variable `OAK_RECORD_TABLES` set, and put the file under version control: a review
/// of the behaviour reads its diff. In a package, list the folder in the target's `exclude`.
///
/// - Parameters:
///   - machine: The transducer.
///   - states: The states, in the order of the rows.
///   - events: The events, in the order of the columns.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Tables__` named after the
///     test file and the transducer.
///   - isRecording: Stores the table and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
/// - Returns: The table.
@discardableResult
public func expectTable<T: ExecutableTransducer>(
    of machine: T.Type, states: some Sequence<T.State>, events: some Sequence<T.Event>, storedIn path: String? = nil,
    recording isRecording: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) -> TransitionTable {
    let table = TransitionTable(of: machine, states: states, events: events)
    compare(table, storedIn: path, recording: isRecording, at: CallSite(fileID, filePath, line, column))
    return table
}

/// Expects every transition of a machine to match a stored table that shows only a part of each state.
///
/// ```swift
/// import OakTesting
///
/// enum Player: Transducer {
///     struct State {
///         var isPlaying = false
///         var volume = 5, history: [String] = []
///     }
///     enum Event: CaseIterable { case pressed, louder }
///
///     static func update(_ state: inout State, event: Event) {
///         switch event {
///         case .pressed: state.isPlaying.toggle()
///         case .louder: state.volume += 1
///         }
///     }
/// }
///
/// expectTable(
///     of: Player.self, states: [.init(), .init(isPlaying: true)], events: Player.Event.allCases,
///     showing: { (playing: $0.isPlaying, volume: $0.volume) })
/// ```
///
/// The whole state decides whether an event is ignored. A cell that shows the same text as its row therefore means that
/// something not shown has changed. The table is stored and recorded as by
/// ``expectTable(of:states:events:storedIn:recording:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - machine: The transducer.
///   - states: The states, in the order of the rows.
///   - events: The events, in the order of the columns.
///   - part: The part of a state to show: one value, several as a tuple, or a text of your own.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Tables__` named after the
///     test file and the transducer.
///   - isRecording: Stores the table and fails, as a reminder to remove the argument.
///   - filePath: The file in which a failure is reported, and whose folder `path` is relative to.
/// - Returns: The table.
@discardableResult
public func expectTable<T: ExecutableTransducer, Part>(
    of machine: T.Type, states: some Sequence<T.State>, events: some Sequence<T.Event>,
    showing part: (T.State) -> Part, storedIn path: String? = nil, recording isRecording: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> TransitionTable {
    let table = TransitionTable(of: machine, states: states, events: events, showing: part)
    compare(table, storedIn: path, recording: isRecording, at: CallSite(fileID, filePath, line, column))
    return table
}
