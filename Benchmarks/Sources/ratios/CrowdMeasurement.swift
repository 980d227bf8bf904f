import Foundation
import Workloads

/// Measures the cost per item of crowds, in this process, one size after the other.
enum CrowdMeasurement {
    /// The expected duration above which a larger crowd is skipped.
    private static let patience = Duration.seconds(20)

    /// The time limit for all measurements of a case, in seconds, in case it is stuck.
    private static let alarm: UInt32 = 120

    /// Measures a case beside bare tasks, and prints a sample for each size as soon as it is known.
    static func printed(_ workload: Workload, upTo limit: Int) async throws {
        _ = Foundation.alarm(alarm)
        let before = Memory.peakBytes()
        var known: [CrowdSample] = []
        for count in Crowd.counts where count <= limit {
            guard expectation(of: count, after: known) < patience / .nanoseconds(1) else { return }
            let sample = try await sample(of: workload, count: count, above: before)
            known.append(sample)
            print(sample.line)
            fflush(nil)
        }
    }

    /// The cost of a whole crowd, extrapolated from its growth so far.
    private static func expectation(of count: Int, after known: [CrowdSample]) -> Double {
        guard let last = known.last else { return 0 }
        let growth = known.count > 1 ? CrowdSample.slope(from: known[known.count - 2], to: last, of: \.nanoseconds) : 1
        return last.nanoseconds * pow(Double(count) / Double(last.count), growth)
    }

    /// The lowest cost of a whole crowd, from as many runs as time allows.
    private static func sample(of workload: Workload, count: Int, above before: Int) async throws -> CrowdSample {
        var (samples, tasks) = (Samples(), Samples())
        var peak = 0
        let begin = ContinuousClock.now
        repeat {
            samples.append(try await nanoseconds(of: workload, count: count))
            // Measured before the tasks add their memory.
            if peak == 0 { peak = Memory.peakBytes() - before }
            tasks.append(try await nanoseconds(of: Crowd.bareTasks, count: count))
        } while samples.values.count < 3 && begin.duration(to: .now) < .seconds(3)
            || samples.values.count < 25 && begin.duration(to: .now) < .milliseconds(400)
        return CrowdSample(
            count: count, nanoseconds: samples.figure(.best), tasks: tasks.figure(.best), bytes: Double(peak))
    }

    private static func nanoseconds(of workload: Workload, count: Int) async throws -> Double {
        let timer = Timer()
        try await workload.run(count: count, stopwatch: timer)
        return timer.nanoseconds
    }
}

/// The cost of a whole crowd.
struct CrowdSample {
    let count: Int
    let nanoseconds: Double
    /// The nanoseconds of as many bare tasks.
    let tasks: Double
    /// The growth of the process's memory.
    let bytes: Double

    /// The exponent of a cost's growth with the count: 1 if proportional, 2 if quadratic.
    static func slope(from first: CrowdSample, to last: CrowdSample, of cost: (CrowdSample) -> Double) -> Double {
        log(cost(last) / cost(first)) / log(Double(last.count) / Double(first.count))
    }
}

extension CrowdSample {
    /// The sample as one line, passed from process to process.
    var line: String { "\(count) \(nanoseconds) \(tasks) \(bytes)" }

    init?(_ line: Substring) {
        let fields = line.split(separator: " ").compactMap { Double($0) }
        guard fields.count == 4 else { return nil }
        self.init(count: Int(fields[0]), nanoseconds: fields[1], tasks: fields[2], bytes: fields[3])
    }
}
