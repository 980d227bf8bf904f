/// Fails the running test, or the scenario of an exploration, unless a condition holds.
///
/// - Parameters:
///   - condition: The condition that has to hold.
///   - message: The report of the failure.
public func expectThat(
    _ condition: Bool, _ message: @autoclosure () -> String = "the condition does not hold",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    guard !condition else { return }
    report(message(), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
