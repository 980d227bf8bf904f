public import Foundation

/// The limits of a queue of activities.
///
/// A queue is one line of the activities that machines put into it, in the order in which they were named; see
/// ``DurableTransducer/queue(of:)``. An activity that waits there, for its turn or for the next attempt of a `.retry`,
/// keeps its instance in the store and not in memory.
///
/// ```swift
/// import OakDurable
///
/// func makeHost(_ store: some DurableStore) -> DurableHost {
///     var settings = DurableSettings()
///     settings.queues = ["mail": DurableQueue(atOnce: 50, starts: 10, perSeconds: 1)]
///     return DurableHost(store: store, settings: settings)
/// }
/// ```
///
/// The limits hold at every moment, also after a restart: for the activities of one host, and in a store that processes
/// share for those of all hosts, which then give a queue the same limits. The order is that of each host.
public struct DurableQueue: Hashable, Sendable {
    /// How many activities are at work at once.
    public let atOnce: Int
    /// How many activities begin within the time of ``seconds``; `nil` for any number.
    public let starts: Int?
    /// The length, in seconds, of the time in which beginnings are counted, which may begin at any moment.
    public let seconds: TimeInterval

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - atOnce: How many activities are at work at once, at least one; 100 by default.
    ///   - starts: How many activities begin within a time, at least one; any number by default. A new attempt of a
    ///     `.retry` counts as a beginning.
    ///   - seconds: The length of that time in seconds; 1 by default.
    public init(atOnce: Int = 100, starts: Int? = nil, perSeconds seconds: TimeInterval = 1) {
        self.atOnce = max(1, atOnce)
        self.starts = starts.map { max(1, $0) }
        self.seconds = max(0, seconds)
    }
}
