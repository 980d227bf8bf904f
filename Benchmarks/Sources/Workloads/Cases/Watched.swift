import CoreMetrics
import Logging
import Oak
import OakInspector
import OakServer
import Tracing

extension Comparison {
    /// Runs with observers for servers, whose lines and figures are dropped, beside one without an observer.
    public static let watched = [
        Comparison(
            Workload("drained, inspected by nobody") { count, stopwatch in
                try await Door.drain(count, observer: Inspector().watch("door"), stopwatch)
            },
            count: 1_000_000, baselines: [Baseline(noObserver.workload, .nanosecondsMore(5, times: 1))]),
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
        Comparison(
            Workload("drained, traced without a tracer") { count, stopwatch in
                try await Door.drain(count, observer: .tracing("door", tracer: NoOpTracer()), stopwatch)
            },
            count: 100_000, baselines: [noObserver]),
        Comparison(
            Workload("drained, traced where there is a context, which no event has") { count, stopwatch in
                try await Door.drain(
                    count, observer: .tracing("door", events: .sentInContext, tracer: Forgetful()), stopwatch)
            },
            count: 100_000, baselines: [noObserver]),
        Comparison(
            Workload("drained, each event with a span") { count, stopwatch in
                try await Door.drain(count, observer: .tracing("door", tracer: Forgetful()), stopwatch)
            },
            count: 10_000, baselines: [noObserver]),
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

/// Makes spans that keep nothing.
private struct Forgetful: Tracer {
    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> NoOpTracer.NoOpSpan { NoOpTracer.NoOpSpan(context: context()) }

    func forceFlush() {}
    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {}
    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}
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
