import Synchronization
import Workloads

/// Adds up the time between `start` and `stop`.
final class Timer: Stopwatch {
    private let times = Mutex((start: ContinuousClock.now, total: Duration.zero))

    func start() {
        times.withLock { $0.start = .now }
    }

    func stop() {
        let now = ContinuousClock.now
        times.withLock { $0.total += now - $0.start }
    }

    var nanoseconds: Double {
        times.withLock { $0.total / .nanoseconds(1) }
    }
}

/// The time of one workload in each round, in nanoseconds per event.
struct Samples {
    private(set) var values: [Double] = []

    mutating func append(_ value: Double) {
        values.append(value)
    }

    func figure(_ statistic: Comparison.Statistic) -> Double {
        let sorted = values.sorted()
        guard let best = sorted.first else { return .nan }
        return switch statistic {
        case .best: best
        case .median: sorted[sorted.count / 2]
        }
    }

    /// Measures workloads in turn, which spreads disturbances evenly over all of them.
    ///
    /// - Returns: The samples of each workload, in the same order.
    static func interleaved(_ workloads: [Workload], count: Int, rounds: Int) async throws -> [Samples] {
        var samples = workloads.map { _ in Samples() }
        for round in 0...rounds {
            for (index, workload) in workloads.enumerated() {
                let timer = Timer()
                try await workload.run(count: count, stopwatch: timer)
                // The first round warms up.
                if round > 0 { samples[index].append(timer.nanoseconds / Double(count)) }
            }
        }
        return samples
    }
}
