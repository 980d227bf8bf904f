public import ArgumentParser
public import Logging
package import OakDurable
import OakServer

/// The options that all daemons have.
package struct DaemonOptions: ParsableArguments {
    @Option(help: "The port; 0 for any that is free.")
    package var port = 8080

    @Option(help: "The level from which lines are logged, on standard error.")
    package var logLevel = Logger.Level.info

    @Option(help: ArgumentHelp("How long the work under way may go on after a signal.", valueName: "seconds"))
    package var drain = 10.0

    package init() {}

    package func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port has to be from 0 to 65535.") }
        guard (0...3600).contains(drain) else { throw ValidationError("--drain has to be from 0 to 3600.") }
    }

    /// Starts logging, once in a process.
    ///
    /// - Parameter label: The label of the logger.
    package func bootstrap(_ label: String) -> Logger {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: label)
        logger.logLevel = logLevel
        return logger
    }
}

extension DurableObserver {
    /// Logs, counts and traces. Figures and spans go nowhere until the program chooses backends for them.
    package static func all(_ logger: Logger) -> DurableObserver { .all(.logging(logger), .metrics(), .tracing()) }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
