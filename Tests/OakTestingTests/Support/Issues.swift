import IssueReporting
import Synchronization

/// Collects issues instead of reporting them.
final class Issues: IssueReporter {
    private let content = Mutex<[(message: String, line: UInt)]>([])

    var messages: [String] { content.withLock { $0.map(\.message) } }
    var lines: [UInt] { content.withLock { $0.map(\.line) } }

    /// The message with a number, or an empty string, so that a test fails instead of trapping.
    func message(_ index: Int) -> String {
        let messages = messages
        return messages.indices.contains(index) ? messages[index] : ""
    }

    /// The message of the only issue, or a text that says how many there are, so that a test fails.
    var only: String {
        let messages = messages
        return messages.count == 1 ? messages[0] : "\(messages.count) issues"
    }

    func reportIssue(
        _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString, filePath: StaticString,
        line: UInt, column: UInt
    ) {
        let message = message() ?? ""
        content.withLock { $0.append((message, line)) }
    }

    /// The issues that a function reports.
    static func of(_ body: () throws -> Void) rethrows -> Issues {
        let issues = Issues()
        try withIssueReporters([issues], operation: body)
        return issues
    }

    /// The issues that an asynchronous function reports.
    static func of(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async rethrows -> Issues {
        let issues = Issues()
        try await withIssueReporters([issues], operation: body)
        return issues
    }
}
