package import Jobs

/// Commands that can be typed while jobs run.
package enum Command: Equatable, Sendable {
    /// Start no further attempt.
    case pause
    /// Start attempts again.
    case resume
    /// Cancel the job with a name.
    case cancel(String)
    /// Cancel every job.
    case cancelAll
    /// Show the status.
    case status

    /// The commands as they are typed.
    package static let usage = "pause, resume, cancel NAME, cancel all, status"

    /// Reads a line.
    ///
    /// A name in quotes is always a name: `cancel "all"` cancels the job `all`.
    ///
    /// - Parameter line: The line.
    /// - Returns: The command, or `nil` for an empty line.
    /// - Throws: An error that lists the commands, if the command is unknown.
    package init?(_ line: String) throws(UnknownCommand) {
        let line = line.trimmingSpace
        if line.isEmpty { return nil }
        let verb = line.prefix { !$0.isWhitespace }
        let rest = line.dropFirst(verb.count).trimmingSpace
        switch (verb, rest) {
        case ("pause", ""): self = .pause
        case ("resume", ""): self = .resume
        case ("status", ""): self = .status
        case ("cancel", ""), ("cancel", "all"): self = .cancelAll
        case ("cancel", _) where rest.count > 2 && rest.first == "\"" && rest.last == "\"":
            self = .cancel(String(rest.dropFirst().dropLast()))
        case ("cancel", _): self = .cancel(String(rest))
        default: throw UnknownCommand(line: String(line.prefix(80)))
        }
    }

    /// The event of the command.
    package var event: Jobs.Event {
        switch self {
        case .pause: .pause
        case .resume: .resume
        case .cancel(let name): .cancel(name)
        case .cancelAll: .cancelAll
        case .status: .status
        }
    }
}

/// A line with an unknown command.
package struct UnknownCommand: Error, Equatable, CustomStringConvertible {
    let line: String

    package var description: String { "unknown command \(line.debugDescription); there are \(Command.usage)" }
}

extension StringProtocol {
    fileprivate var trimmingSpace: SubSequence {
        let start = drop(while: \.isWhitespace)
        return start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)]
    }
}
