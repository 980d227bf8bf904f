import Foundation
public import Oak

/// Expects that a machine does in every state with every event what a stored table says.
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
/// expectTable(of: Lamp.self)
/// ```
///
/// The table is a Markdown file in the folder `__Tables__` next to the test file. To make it, or to accept a change, run the
/// test with the environment variable `OAK_RECORD_TABLES` set, and put the file under version control: its difference is what
/// a review of the behaviour looks at. In a package, name the folder in the target's `exclude`.
///
/// - Parameters:
///   - machine: The transducer.
///   - states: The states, in the order of the rows.
///   - events: The events, in the order of the columns.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Tables__` that is named after the
///     test file and the transducer.
///   - isRecording: Stores the table, and fails as a reminder not to leave it at that.
///   - filePath: Where a failure is reported; also the place that `path` is relative to.
/// - Returns: The table.
@discardableResult
public func expectTable<T: ExecutableTransducer>(
    of machine: T.Type, states: some Sequence<T.State>, events: some Sequence<T.Event>, storedIn path: String? = nil,
    recording isRecording: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) -> TransitionTable {
    expect(
        TransitionTable(of: machine, states: states, events: events), storedIn: path, recording: isRecording,
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Expects that a machine does in every state with every event what a stored table says, of which it shows what matters.
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
/// Whether a state stays the same is decided by the whole of it. So a cell that shows what the row shows is one in which
/// something else has changed. Everything else is as if whole states were shown.
///
/// - Parameters:
///   - machine: The transducer.
///   - states: The states, in the order of the rows.
///   - events: The events, in the order of the columns.
///   - part: What is shown of a state: a part of it, several as a tuple, or a text of your own.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Tables__` that is named after the
///     test file and the transducer.
///   - isRecording: Stores the table, and fails as a reminder not to leave it at that.
///   - filePath: Where a failure is reported; also the place that `path` is relative to.
/// - Returns: The table.
@discardableResult
public func expectTable<T: ExecutableTransducer, Part>(
    of machine: T.Type, states: some Sequence<T.State>, events: some Sequence<T.Event>,
    showing part: (T.State) -> Part, storedIn path: String? = nil, recording isRecording: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> TransitionTable {
    expect(
        TransitionTable(of: machine, states: states, events: events, showing: part), storedIn: path,
        recording: isRecording, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func expect(
    _ table: TransitionTable, storedIn path: String?, recording isRecording: Bool, at site: CallSite
) -> TransitionTable {
    let store = TableStore(path: path, transducer: table.transducer, testFile: "\(site.filePath)")
    if isRecording {
        store.record(table, remindingAt: site)
    } else if ProcessInfo.processInfo.environment["OAK_RECORD_TABLES"] != nil {
        store.record(table, at: site)
    } else {
        store.compare(table, at: site)
    }
    return table
}

/// Expects that a machine does in every state with every event what a stored table says.
///
/// States and events are all cases that there are; otherwise it is as if they were given.
///
/// - Parameters:
///   - machine: The transducer.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Tables__` that is named after the
///     test file and the transducer.
///   - isRecording: Stores the table, and fails as a reminder not to leave it at that.
///   - filePath: Where a failure is reported; also the place that `path` is relative to.
/// - Returns: The table.
@discardableResult
public func expectTable<T: ExecutableTransducer>(
    of machine: T.Type, storedIn path: String? = nil, recording isRecording: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> TransitionTable where T.State: CaseIterable, T.Event: CaseIterable {
    expectTable(
        of: machine, states: T.State.allCases, events: T.Event.allCases, storedIn: path, recording: isRecording,
        fileID: fileID, filePath: filePath, line: line, column: column)
}
