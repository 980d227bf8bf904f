import Foundation
import Workloads

/// What one of many costs, measured for one case after the other number of them.
enum CrowdMeasurement {
    /// How long one measurement may be expected to take; a larger crowd is left out then.
    static let patience = Duration.seconds(20)

    /// How long all measurements of a case may take, in seconds: it may be stuck as well as slow.
    static let alarm: UInt32 = 120

    /// Measures a case in this process, and prints a line for each size as soon as it is known.
    ///
    /// The line has the number, the nanoseconds, and the bytes of resident memory that it took at most.
    static func printed(_ workload: Workload, upTo limit: Int) async throws {
        _ = Foundation.alarm(alarm)
        let before = Memory.peakBytes()
        var known: [(count: Int, cost: Double)] = []
        for count in Crowd.counts where count <= limit {
            guard expectation(of: count, after: known) < patience / .nanoseconds(1) else { return }
            let cost = try await best(of: workload, count: count)
            known.append((count, cost))
            print(count, cost, Memory.peakBytes() - before)
            fflush(nil)
        }
    }

    /// What a crowd can be expected to cost as a whole, if the cost goes on growing as it did.
    private static func expectation(of count: Int, after known: [(count: Int, cost: Double)]) -> Double {
        guard let last = known.last else { return 0 }
        let factor = Double(count) / Double(last.count)
        guard known.count > 1 else { return last.cost * factor }
        let before = known[known.count - 2]
        return last.cost * pow(factor, slope(from: before, to: last))
    }

    /// The least that a crowd has cost as a whole, of as many times as there is time for.
    private static func best(of workload: Workload, count: Int) async throws -> Double {
        var samples = Samples()
        let begin = ContinuousClock.now
        repeat {
            let timer = Timer()
            try await workload.run(count: count, stopwatch: timer)
            samples.append(timer.nanoseconds)
        } while samples.values.count < 3 && begin.duration(to: .now) < .seconds(2)
            || samples.values.count < 25 && begin.duration(to: .now) < .milliseconds(500)
        return samples.figure(.best)
    }

    /// How the cost as a whole grows with the number: 1 if in proportion, 2 if with its square.
    static func slope(from first: (count: Int, cost: Double), to last: (count: Int, cost: Double)) -> Double {
        log(last.cost / first.cost) / log(Double(last.count) / Double(first.count))
    }
}
