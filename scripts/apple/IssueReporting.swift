// The parts of xctest-dynamic-overlay that OakTesting uses, for type-checking without it.

public enum IssueSeverity: Sendable, Equatable { case warning, error }

public protocol IssueReporter: Sendable {
    func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt)
}

public func reportIssue(
    _ message: @autoclosure () -> String? = nil, severity: IssueSeverity = .error, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {}

public struct _DefaultReporter: IssueReporter {
    public func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt
    ) {}
}

public enum IssueReporters {
    public static var current: [any IssueReporter] { [_DefaultReporter()] }
}

public func withIssueReporters<Result>(
    _ reporters: [any IssueReporter], operation: () throws -> Result
) rethrows -> Result {
    try operation()
}

public func withIssueReporters<Result>(
    _ reporters: [any IssueReporter], isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    try await operation()
}
