import Foundation

/// The speed of durable transitions.
struct Speed: Codable {
    /// Transitions a second.
    var perSecond: Double
    /// The median of the time from an event to its committed transition, in microseconds.
    var median: Double
    /// The 99th percentile of that time.
    var percentile99: Double

    /// - Parameters:
    ///   - durations: The time that each transition took.
    ///   - total: The time that all of them took.
    init(_ durations: [Duration], in total: Duration) {
        let sorted = durations.sorted()
        perSecond = Double(sorted.count) / (total / .seconds(1))
        median = sorted[sorted.count / 2] / .microseconds(1)
        percentile99 = sorted[sorted.count * 99 / 100] / .microseconds(1)
    }
}

/// SQLite's setting of what a commit waits for.
enum Synchronous: String, CaseIterable {
    /// Each commit waits until the disk has it.
    case full
    /// A commit waits for the disk only at a checkpoint, so a power loss can undo the latest ones.
    case normal
}
