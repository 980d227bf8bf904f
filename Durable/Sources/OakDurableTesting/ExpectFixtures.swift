public import OakDurable
import OakTesting

/// Expects stored states and events of every version of a machine to be readable by the present one.
///
/// ```swift
/// import OakDurable
/// import OakDurableTesting
///
/// expectFixtures(of: Order.self, states: [.open, .paying(cents: 5), .paid], events: [.pay(cents: 5), .tooLate])
/// ```
///
/// The fixtures are a JSON file in the folder `__Fixtures__` next to the test file, with a section for each version of
/// the machine. The expectation fails
///
/// - if the samples are encoded otherwise than in the section of the present version: the form has changed without a
///   new `DurableTransducer.machineVersion`;
/// - if a state or an event of an older version has no migration, or its migration throws an error.
///
/// To store the section of a new version, or to accept other samples, run the test with the environment variable
/// `OAK_RECORD_FIXTURES` set, and put the file under version control. Sections of older versions are never changed. In
/// a package, list the folder in the target's `exclude`.
///
/// - Parameters:
///   - machine: The machine.
///   - states: Samples of states: at least one for each case, and with a value for each optional.
///   - events: Samples of events.
///   - path: The file, relative to the folder of the test file. The default is a file in `__Fixtures__` named after the
///     test file and the machine.
///   - isRecording: Stores the samples and fails, as a reminder to remove the argument.
/// - Returns: The states of each older version after their migration, for further expectations.
@discardableResult
public func expectFixtures<Machine: DurableTransducer>(
    of machine: Machine.Type, states: [Machine.State], events: [Machine.Event], storedIn path: String? = nil,
    recording isRecording: Bool = false, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) -> [Int: [Machine.State]] {
    let site = CallSite(fileID, filePath, line, column)
    let file = BehaviourStore<Fixtures<Machine>>(path: path, machine: "\(machine)", testFile: "\(filePath)").file
    let fixtures = Fixtures<Machine>(states: states, events: events, file: file)
    compare(fixtures, storedIn: path, recording: isRecording, at: site)
    return fixtures.migrated
}
