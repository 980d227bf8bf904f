import Oak

/// The activities at work, which may finish while a host drains.
final class WorkUnderWay: @unchecked Sendable {
    private enum Phase {
        case open
        /// No other activity begins.
        case draining(CheckedContinuation<Void, Never>?)
        case over
    }

    private let lock = Lock()
    // Guarded by the lock.
    private var phase = Phase.open
    /// The activities at work by the numbers of their runs and by their names, with the macrosteps that began them.
    private var activities: [Int: [String: Int]] = [:]

    /// Whether no activity begins any more.
    var isDraining: Bool { lock.withLock { if case .open = phase { false } else { true } } }

    /// Notes that an operation of an activity begins.
    ///
    /// - Returns: Whether it may: while the host drains, only the activities that are at work go on.
    func begin(_ activity: String, number: Int, of run: Int) -> Bool {
        lock.withLock {
            if case .open = phase { activities[run, default: [:]][activity] = number }
            return activities[run]?[activity] == number
        }
    }

    /// Notes that a macrostep has taken the answer of an activity, or has ended it.
    ///
    /// - Parameter number: The macrostep that has begun the activity; `nil` for any.
    func end(_ activity: String, number: Int? = nil, of run: Int) {
        update { activities in
            guard let present = activities[run]?[activity], number ?? present == present else { return }
            activities[run]?[activity] = nil
            if activities[run]?.isEmpty ?? false { activities[run] = nil }
        }
    }

    /// Notes the end of a run.
    func end(run: Int) { update { $0[run] = nil } }

    /// Lets no more activities begin.
    func beginDraining() { lock.withLock { if case .open = phase { phase = .draining(nil) } } }

    /// Waits until no activity is at work, or somebody ends the wait.
    func untilDone() async {
        await withCheckedContinuation { continuation in
            let isDone = lock.withLock {
                guard case .draining = phase, !activities.isEmpty else { return true }
                phase = .draining(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    /// Ends the wait, although activities may be at work.
    func endDraining() { finish { true } }

    private func update(_ change: (inout [Int: [String: Int]]) -> Void) {
        finish {
            change(&activities)
            return activities.isEmpty
        }
    }

    private func finish(if isDone: () -> Bool) {
        let waiting: CheckedContinuation<Void, Never>? = lock.withLock {
            guard isDone(), case .draining(let continuation) = phase else { return nil }
            phase = .over
            return continuation
        }
        waiting?.resume()
    }
}
