import CoreMetrics
import Synchronization

/// The kinds of metrics, as the text format names them.
enum SeriesKind {
    case counter, gauge, histogram
}

/// The values of one name and set of labels.
protocol Series: AnyObject, Sendable {
    static var kind: SeriesKind { get }

    func lines(_ name: String, _ labels: Labels) -> [String]
}

/// A sum that only grows.
final class CounterSeries: Series, CounterHandler, FloatingPointCounterHandler {
    static let kind = SeriesKind.counter
    private let sum = Mutex(0.0)

    func increment(by amount: Int64) { increment(by: Double(amount)) }

    func increment(by amount: Double) {
        // Prometheus takes a counter that falls for one that has begun again.
        guard amount > 0 else { return }
        sum.withLock { $0 += amount }
    }

    func reset() { sum.withLock { $0 = 0 } }

    func lines(_ name: String, _ labels: Labels) -> [String] {
        [sample(name, labels, sum.withLock { $0 })]
    }
}

/// A value that rises and falls.
final class GaugeSeries: Series, MeterHandler, RecorderHandler {
    static let kind = SeriesKind.gauge
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }
    func set(_ value: Double) { self.value.withLock { $0 = value } }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    func lines(_ name: String, _ labels: Labels) -> [String] {
        [sample(name, labels, value.withLock { $0 })]
    }
}

/// A number of values, their sum, and how many of them are at most so large.
final class HistogramSeries: Series, RecorderHandler, TimerHandler {
    static let kind = SeriesKind.histogram
    private let bounds: [Double]
    private let values: Mutex<Values>

    private struct Values {
        /// One for each bound, and one for the values above the last.
        var counts: [Int]
        var sum = 0.0
    }

    init(_ bounds: [Double]) {
        self.bounds = bounds
        values = Mutex(Values(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        guard !value.isNaN else { return }
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        values.withLock {
            $0.counts[bucket] += 1
            $0.sum += value
        }
    }

    // The unit that a timer prefers for its display is ignored: Prometheus asks for seconds everywhere.
    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func lines(_ name: String, _ labels: Labels) -> [String] {
        let values = values.withLock { $0 }
        var count = 0
        var lines: [String] = []
        for (bound, more) in zip(bounds + [.infinity], values.counts) {
            count += more
            lines.append(sample(name + "_bucket", labels.adding("le", number(bound)), Double(count)))
        }
        return lines + [sample(name + "_sum", labels, values.sum), sample(name + "_count", labels, Double(count))]
    }
}
