import Synchronization

/// The totals of all pages.
struct Tally: Sendable {
    var latencies: [Duration] = []
    var eventBytes = 0
    var welcomes = 0
    var welcomeBytes = 0
    var patches = 0
    var patchBytes = 0
    /// The number of events sent late.
    var late = 0
    var sent = 0

    /// The tolerated delay of an event.
    static let tolerance = Duration.milliseconds(10)
}

/// A tally that all pages share.
final class SharedTally: Sendable {
    private let tally = Mutex(Tally())

    init(capacity: Int) { tally.withLock { $0.latencies.reserveCapacity(capacity) } }

    var now: Tally { tally.withLock { $0 } }

    func add(_ change: (inout Tally) -> Void) { tally.withLock { change(&$0) } }
}
