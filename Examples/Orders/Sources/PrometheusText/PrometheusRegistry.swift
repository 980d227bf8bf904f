public import CoreMetrics
import Synchronization

/// Keeps the metrics of a process, and writes them in the text format of Prometheus.
///
/// ```swift
/// let registry = PrometheusRegistry()
/// MetricsSystem.bootstrap(registry)
/// Counter(label: "orders.placed").increment()
/// print(registry.text())  // orders_placed_total 1
/// ```
///
/// Counters end in `_total` and timers in `_seconds`. Timers, and recorders that aggregate, are histograms; meters and
/// other recorders are gauges. Metrics with one label and the same dimensions are one series.
///
/// The memory is bounded: a histogram has a few buckets, and a registry a limit of series. A series beyond it, and one
/// whose name belongs to another kind, goes nowhere; `metrics_refused_total` counts the attempts to make one.
public final class PrometheusRegistry: MetricsFactory {
    /// The upper bounds of the buckets of timers, in seconds: by default from a millisecond to ten seconds.
    public let secondsBuckets: [Double]
    /// The upper bounds of the buckets of recorders: by default from 1 to 10 000.
    public let valueBuckets: [Double]
    private let limit: Int
    private let contents = Mutex(Contents())

    private struct Contents {
        var families: [String: Family] = [:]
        var count = 0
        var refused = 0
    }

    /// The series of one name.
    private struct Family {
        let kind: SeriesKind
        var series: [Labels: any Series] = [:]
    }

    /// Creates a registry without metrics.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of series.
    ///   - secondsBuckets: The upper bounds of the buckets of timers, in seconds.
    ///   - valueBuckets: The upper bounds of the buckets of recorders.
    public init(
        limit: Int = 10_000, secondsBuckets: [Double] = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
        valueBuckets: [Double] = [1, 10, 100, 1000, 10_000]
    ) {
        self.limit = limit
        self.secondsBuckets = secondsBuckets.sorted()
        self.valueBuckets = valueBuckets.sorted()
    }

    /// The value of the header `Content-Type` for the text.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// All metrics, sorted by name and labels.
    public func text() -> String {
        let (families, refused) = contents.withLock { ($0.families, $0.refused) }
        var lines: [String] = []
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            lines.append("# TYPE \(name) \(family.kind)")
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                lines += series.lines(name, labels)
            }
        }
        lines += ["# TYPE metrics_refused_total counter", "metrics_refused_total \(refused)"]
        return lines.map { $0 + "\n" }.joined()
    }

    /// The series of a name and labels, made if it is missing; `nil` if it is refused.
    private func series<Kind: Series>(
        _ name: String, _ dimensions: [(String, String)], _ make: () -> Kind
    ) -> Kind? {
        let labels = Labels(dimensions)
        return contents.withLock { contents in
            let family = contents.families[name] ?? Family(kind: Kind.kind)
            if let series = family.series[labels] as? Kind { return series }
            guard family.kind == Kind.kind, contents.count < limit else {
                contents.refused += 1
                return nil
            }
            let series = make()
            contents.families[name, default: family].series[labels] = series
            contents.count += 1
            return series
        }
    }

    private func remove(_ handler: AnyObject) {
        contents.withLock { contents in
            for (name, family) in contents.families {
                guard let labels = family.series.first(where: { $0.value === handler })?.key else { continue }
                contents.families[name]?.series[labels] = nil
                if family.series.count == 1 { contents.families[name] = nil }
                contents.count -= 1
                return
            }
        }
    }
}

// The requirements of the protocol, which callers reach through `Counter`, `Meter`, `Recorder` and `Timer`.
extension PrometheusRegistry {
    /// Makes the series of a counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(metricName(label, suffix: "_total"), dimensions) { CounterSeries() } ?? NOOPMetricsHandler.instance
    }

    /// Makes the series of a counter of fractions.
    public func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        series(metricName(label, suffix: "_total"), dimensions) { CounterSeries() } ?? NOOPMetricsHandler.instance
    }

    /// Makes the series of a meter, a gauge.
    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(metricName(label), dimensions) { GaugeSeries() } ?? NOOPMetricsHandler.instance
    }

    /// Makes the series of a recorder, a histogram if it aggregates, or else a gauge.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate {
            series(metricName(label), dimensions) { HistogramSeries(valueBuckets) } ?? NOOPMetricsHandler.instance
        } else {
            series(metricName(label), dimensions) { GaugeSeries() } ?? NOOPMetricsHandler.instance
        }
    }

    /// Makes the series of a timer, a histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(metricName(label, suffix: "_seconds"), dimensions) { HistogramSeries(secondsBuckets) }
            ?? NOOPMetricsHandler.instance
    }

    /// Removes the series of a counter.
    public func destroyCounter(_ handler: any CounterHandler) { remove(handler) }
    /// Removes the series of a counter of fractions.
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) { remove(handler) }
    /// Removes the series of a meter.
    public func destroyMeter(_ handler: any MeterHandler) { remove(handler) }
    /// Removes the series of a recorder.
    public func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }
    /// Removes the series of a timer.
    public func destroyTimer(_ handler: any TimerHandler) { remove(handler) }
}
