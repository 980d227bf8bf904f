import Foundation

/// The speed of durable transitions or workflows.
package struct Speed: Codable {
    /// Transitions or workflows a second.
    package var perSecond: Double
    /// The median of the time from an event to its committed transition, or of a workflow from its start to its result,
    /// in microseconds.
    package var median: Double
    /// The 99th percentile of that time.
    package var percentile99: Double

    /// - Parameters:
    ///   - durations: The time that each of them took.
    ///   - total: The time that all of them took.
    package init(_ durations: [Duration], in total: Duration) {
        let sorted = durations.sorted()
        perSecond = Double(sorted.count) / (total / .seconds(1))
        median = sorted[sorted.count / 2] / .microseconds(1)
        percentile99 = sorted[sorted.count * 99 / 100] / .microseconds(1)
    }

    /// Does something in several tasks at once, each of which awaits one turn before the next.
    ///
    /// - Parameters:
    ///   - count: The number of turns, a multiple of the number of tasks.
    ///   - tasks: The number of tasks.
    ///   - body: Does it once, given the numbers of the task and of its turn.
    package init(
        of count: Int, inTasks tasks: Int,
        _ body: @escaping @Sendable (_ task: Int, _ turn: Int) async throws -> Void
    ) async throws {
        let clock = ContinuousClock()
        let share = count / tasks
        let start = clock.now
        let durations = try await withThrowingTaskGroup { group in
            for task in 0..<tasks {
                group.addTask {
                    var durations: [Duration] = []
                    durations.reserveCapacity(share)
                    for turn in 0..<share {
                        let begin = clock.now
                        try await body(task, turn)
                        durations.append(clock.now - begin)
                    }
                    return durations
                }
            }
            return try await group.reduce(into: [Duration]()) { $0 += $1 }
        }
        self.init(durations, in: clock.now - start)
    }
}

/// SQLite's setting of what a commit waits for.
package enum Synchronous: String, CaseIterable {
    /// Each commit waits until the disk has it.
    case full
    /// A commit waits for the disk only at a checkpoint, so a power loss can undo the latest ones.
    case normal
}
