/// Fails the running test, or the scenario of an exploration, unless something holds.
///
/// - Parameters:
///   - condition: What has to hold.
///   - message: What it means if it does not.
public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String = "the condition does not hold",
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    guard !condition else { return }
    report(message(), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}
