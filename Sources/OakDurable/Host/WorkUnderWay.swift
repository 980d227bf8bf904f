import Foundation

/// The activities at work, which may finish while a host drains.
final class WorkUnderWay: @unchecked Sendable {
    private enum Phase {
        case open
        /// No other activity begins.
        case draining(CheckedContinuation<Void, Never>)
        case over
    }

    private let lock = NSLock()
    // Guarded by the lock.
    private var phase = Phase.open
    /// The names of the activities by the numbers of their runs.
    private var activities: [Int: Set<String>] = [:]

    /// Notes that an operation of an activity begins.
    ///
    /// - Returns: Whether it may: while the host drains, only the activities that are at work go on.
    func begin(_ activity: String, of run: Int) -> Bool {
        lock.withLock {
            if case .open = phase { activities[run, default: []].insert(activity) }
            return activities[run]?.contains(activity) ?? false
        }
    }

    /// Notes that a macrostep has taken the answer of an activity, or has ended it.
    func end(_ activity: String, of run: Int) {
        update { activities in
            activities[run]?.remove(activity)
            if activities[run]?.isEmpty ?? false { activities[run] = nil }
        }
    }

    /// Notes the end of a run.
    func end(run: Int) { update { $0[run] = nil } }

    /// Lets no more activities begin, and waits until none is at work.
    func untilDone() async {
        await withCheckedContinuation { continuation in
            let isDone = lock.withLock {
                guard case .open = phase, !activities.isEmpty else {
                    phase = .over
                    return true
                }
                phase = .draining(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    /// Ends the wait, although activities may be at work.
    func endDraining() { finish { true } }

    private func update(_ change: (inout [Int: Set<String>]) -> Void) {
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
