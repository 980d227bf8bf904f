import Benchmark
import Workloads

// The workloads of `ratios` with percentiles, processor time and throughput. An iteration is the number of events in
// the name.

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = Benchmark.Configuration(
        metrics: [.wallClock, .cpuTotal, .throughput, .peakMemoryResident],
        maxDuration: .seconds(3),
        maxIterations: 1_000)

    var known: Set<String> = []
    for comparison in Comparison.all {
        let own = comparison.subject
        for workload in [own] + comparison.baselines.map(\.workload) {
            let name = workload.name == own.name ? own.name : "\(own.name): \(workload.name)"
            guard known.insert(name).inserted else { continue }
            Benchmark("\(name), \(comparison.count) times") { benchmark in
                try await workload.run(count: comparison.count, stopwatch: Measurement(of: benchmark))
            }
        }
    }
}

/// Starts and stops the measurement of a benchmark. One workload at a time uses it.
private struct Measurement: Stopwatch, @unchecked Sendable {
    private let benchmark: Benchmark

    init(of benchmark: Benchmark) {
        self.benchmark = benchmark
    }

    func start() { benchmark.startMeasurement() }
    func stop() { benchmark.stopMeasurement() }
}
