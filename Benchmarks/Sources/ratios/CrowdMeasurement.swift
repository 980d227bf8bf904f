import Foundation
import Workloads

/// The cost of one of many, measured in this process for one number of them after the other.
enum CrowdMeasurement {
    /// How long one measurement may be expected to take; a larger crowd is left out then.
    private static let patience = Duration.seconds(20)

    /// How long all measurements of a case may take, in seconds: it may be stuck as well as slow.
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

    /// The cost of a whole crowd, if it goes on growing as it did.
    private static func expectation(of count: Int, after known: [CrowdSample]) -> Double {
        guard let last = known.last else { return 0 }
        let growth = known.count > 1 ? CrowdSample.slope(from: known[known.count - 2], to: last, of: \.nanoseconds) : 1
        return last.nanoseconds * pow(Double(count) / Double(last.count), growth)
    }

    /// The least that a crowd has cost as a whole, of as many times as there is time for.
    private static func sample(of workload: Workload, count: Int, above before: Int) async throws -> CrowdSample {
        var (samples, tasks) = (Samples(), Samples())
        var peak = 0
        let begin = ContinuousClock.now
        repeat {
            samples.append(try await nanoseconds(of: workload, count: count))
            // Before the memory of the tasks comes to it.
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

/// The time that a whole crowd took.
struct CrowdSample {
    let count: Int
    let nanoseconds: Double
    /// The nanoseconds of as many bare tasks.
    let tasks: Double
    /// How far the memory of the process has grown.
    let bytes: Double

    /// How the cost as a whole grows with the number: 1 if in proportion, 2 if with its square.
    static func slope(from first: CrowdSample, to last: CrowdSample, of cost: (CrowdSample) -> Double) -> Double {
        log(cost(last) / cost(first)) / log(Double(last.count) / Double(first.count))
    }
}

extension CrowdSample {
    /// How one process tells the other.
    var line: String { "\(count) \(nanoseconds) \(tasks) \(bytes)" }

    init?(_ line: Substring) {
        let fields = line.split(separator: " ").compactMap { Double($0) }
        guard fields.count == 4 else { return nil }
        self.init(count: Int(fields[0]), nanoseconds: fields[1], tasks: fields[2], bytes: fields[3])
    }
}
