import CustomDump
import IssueReporting
import IssueReportingTestSupport

/// Reports a failure to the running test, under Swift Testing or XCTest.
func report(_ message: String, at site: CallSite) {
    #if !canImport(ObjectiveC)
        // Without Objective-C, `reportIssue` takes every failure of XCTest for one of a host application, and says so
        // at length.
        if isReportedToXCTest, let fail = _XCTFail() as? @Sendable (String, StaticString, UInt) -> Void {
            return fail(message, site.filePath, site.line)
        }
    #endif
    reportIssue(message, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
}

#if !canImport(ObjectiveC)
    private var isReportedToXCTest: Bool {
        let reporters = IssueReporters.current
        return TestContext.current?.isSwiftTesting == false && reporters.count == 1 && reporters[0] is _DefaultReporter
    }
#endif

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
