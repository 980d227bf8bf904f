import CustomDump
import IssueReporting
import IssueReportingTestSupport
import Oak
import OakGraph

/// Reports a failure to the running test, under Swift Testing or XCTest.
func report(_ message: String, at site: CallSite) {
    // A detached task of a scenario does not inherit the receivers of its failures.
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
        let reporters = DeterministicExecutor.driving?.reporters.withLock({ $0 }),
        reporters.contains(where: { !($0 is _DefaultReporter) }),
        IssueReporters.current.allSatisfy({ $0 is _DefaultReporter })
    {
        return withIssueReporters(reporters) { report(message, at: site) }
    }
    #if !canImport(ObjectiveC)
        // Without Objective-C, `reportIssue` takes every failure of XCTest for one of a host application, and says so
        // at length.
        let reporters = IssueReporters.current
        if TestContext.current?.isSwiftTesting == false, reporters.count == 1, reporters[0] is _DefaultReporter {
            // No test is known to a detached task and to other threads; XCTest would drop the failure.
            if CommandLine.arguments.contains("swift-testing"),
                let record = _recordIssue() as? @Sendable (String?, Int, String, String, Int, Int) -> Void
            {
                return record(
                    message, 1, "\(site.fileID)", "\(site.filePath)", Int(site.line), Int(site.column))
            }
            if let fail = _XCTFail() as? @Sendable (String, StaticString, UInt) -> Void {
                return fail(message, site.filePath, site.line)
            }
        }
    #endif
    reportIssue(message, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
}

/// The difference of two values, line by line: expected lines after a minus sign, actual ones after a plus sign.
func difference<Value>(from expected: Value, to actual: Value) -> String {
    let lines =
        diff(expected, actual, format: .proportional)
        ?? "(They look alike, but are not equal:)\n"
        + "− \(String(customDumping: expected))\n+ \(String(customDumping: actual))"
    return "\(lines)\n\n(Expected: −, Actual: +)"
}

/// Shows a warning in the output of the running test.
func warn(_ message: String, at site: CallSite) {
    reportIssue(
        message, severity: .warning, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
}

/// The description of an error, closed by a full stop.
func sentence(of error: any Error) -> String {
    let text = String(describing: error)
    return text.hasSuffix(".") ? text : text + "."
}

/// An error that is only described.
struct DescribedError: Error, CustomStringConvertible {
    let description: String
}

/// The source location of an issue in a test.
package struct CallSite: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }
}

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
    report(message(), at: CallSite(fileID, filePath, line, column))
}

/// Returns whether two values are equal, or have equal dumps if their type is not `Equatable`.
func areAlike<Value>(_ lhs: Value, _ rhs: Value) -> Bool {
    func equals<Known: Equatable>(_ lhs: Known) -> Bool { (rhs as? Known).map { lhs == $0 } ?? false }
    if let lhs = lhs as? any Equatable { return equals(lhs) }
    return String(customDumping: lhs) == String(customDumping: rhs)
}
