public import ArgumentParser
public import Logging

extension Logger.Level: @retroactive ExpressibleByArgument {}

extension Logger {
    /// Creates a logger that writes to standard error, or nowhere without a level.
    init(level: Level?) {
        guard let level else {
            self.init(label: "jobs") { _ in SwiftLogNoOpLogHandler() }
            return
        }
        self.init(label: "jobs") { StreamLogHandler.standardError(label: $0) }
        logLevel = level
    }
}
