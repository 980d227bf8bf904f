public import ArgumentParser
import CoreMetrics
public import Logging
package import OakDurable
import OakServer
import ProgramSupport
package import PrometheusText
import SpanText
import Tracing

/// The options that all daemons have.
package struct DaemonOptions: ParsableArguments {
    @Option(help: "The port; 0 for any that is free.")
    package var port = 8080

    @Option(help: "The level from which lines are logged, on standard error.")
    package var logLevel = Logger.Level.info

    @Flag(help: "Writes each span of a trace as a line on standard error.")
    package var trace = false

    @Option(help: ArgumentHelp("How long the work under way may go on after a signal.", valueName: "seconds"))
    package var drain = 10.0

    package init() {}

    package func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port has to be from 0 to 65535.") }
        guard (0...3600).contains(drain) else { throw ValidationError("--drain has to be from 0 to 3600.") }
    }

    /// Starts logging, metrics and tracing, once in a process.
    ///
    /// - Parameter label: The label of the logger.
    package func bootstrap(_ label: String) -> Observation {
        let registry = PrometheusRegistry()
        MetricsSystem.bootstrap(registry)
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: label)
        logger.logLevel = logLevel
        if trace { InstrumentationSystem.bootstrap(SpanWriter { printError($0) }) }
        return Observation(logger: logger, registry: registry)
    }
}

/// The places where a daemon tells what it does.
package struct Observation: Sendable {
    package let logger: Logger
    package let registry: PrometheusRegistry

    /// The observer of a host.
    package var observer: DurableObserver { .all(.logging(logger), .metrics(), .tracing()) }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
