import CoreMetrics
import Logging
import Oak
import OakLogging
import OakMetrics

extension Comparison {
    /// Runs with observers for servers, whose lines and figures are dropped, beside one without an observer.
    public static let watched = [
        Comparison(
            Workload("drained, with a logger that takes nothing") { count, stopwatch in
                try await Door.drain(count, observer: .logging(logger(.critical)), stopwatch)
            },
            count: 100_000, baselines: [noObserver]),
        Comparison(
            Workload("drained, logged at `trace`") { count, stopwatch in
                try await Door.drain(count, observer: .logging(logger(.trace)), stopwatch)
            },
            count: 10_000, baselines: [noObserver]),
        Comparison(
            Workload("drained, counted and timed") { count, stopwatch in
                try await Door.drain(
                    count, observer: .metrics("door", factory: NOOPMetricsHandler.instance), stopwatch)
            },
            count: 100_000, baselines: [noObserver]),
    ]

    static let noObserver = Baseline(
        Workload("no observer") { count, stopwatch in
            try await Door.drain(count, observer: NoObserver(), stopwatch)
        })

    private static func logger(_ level: Logger.Level) -> Logger {
        var logger = Logger(label: "door", factory: { _ in SwiftLogNoOpLogHandler() })
        logger.handler = Dropping(logLevel: level)
        return logger
    }
}

/// Takes lines, and drops them.
private struct Dropping: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { blackHole(event.metadata?.count ?? 0) }
}
