import Oak

/// The places for activities at work, of all machines and of each.
///
/// An activity that finds none waits in the order of arrival, but behind no activity of a machine whose places are
/// taken.
final class ActivityPlaces: @unchecked Sendable {
    private struct Places {
        let limit: Int
        var taken = 0
        var waiting = NumberedQueue<Int>()

        var isFree: Bool { taken < limit }
    }

    private let lock = Lock()
    // Guarded by the lock.
    private var all: Places
    private var machines: [String: Places] = [:]
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var last = 0

    /// - Parameter limit: The number of places, at least one; `nil` for any number.
    init(limit: Int?) { all = Places(limit: max(1, limit ?? .max)) }

    /// The number of activities at work, and of those that wait for a place.
    var counts: (taken: Int, waiting: Int) { lock.withLock { (all.taken, waiting.count) } }

    /// Adds a machine, before any of its activities begins.
    ///
    /// - Parameter limit: The number of its places, at least one; `nil` for any number.
    func add(_ machine: String, limit: Int?) {
        lock.withLock { machines[machine] = Places(limit: max(1, limit ?? .max)) }
    }

    /// Waits until there is a place.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    nonisolated(nonsending) func take(of machine: String) async throws {
        if !lock.withLock({ take(machine) }) { try await waitForPlace(of: machine) }
    }

    /// - Returns: Whether there was a place.
    private func take(_ machine: String) -> Bool {
        guard all.isFree, let places = machines[machine], places.isFree else { return false }
        all.taken += 1
        machines[machine]?.taken += 1
        return true
    }

    private func waitForPlace(of machine: String) async throws {
        let number = lock.withLock {
            last += 1
            return last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock {
                    if take(machine) { return continuation.resume() }
                    waiting[number] = continuation
                    machines[machine]?.waiting.append(number)
                }
                // The handler has found nothing if the task was cancelled before.
                if Task.isCancelled { giveUp(number) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: Int) {
        lock.withLock { waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
    }

    /// Gives a place back, and lets another activity begin.
    func giveBack(_ machine: String) {
        let next: CheckedContinuation<Void, any Error>? = lock.withLock {
            all.taken -= 1
            machines[machine]?.taken -= 1
            return waiting.isEmpty ? nil : takeNext()
        }
        next?.resume()
    }

    /// Gives a place to the activity that has waited for the longest time, if there is one for it.
    ///
    /// - Complexity: O(*m*) for *m* machines; amortised, each activity that was cancelled counts once.
    private func takeNext() -> CheckedContinuation<Void, any Error>? {
        var first: (number: Int, machine: String)?
        for machine in machines.keys where machines[machine]?.isFree ?? false {
            while let number = machines[machine]?.waiting.first, waiting[number] == nil {
                machines[machine]?.waiting.popFirst()
            }
            guard let number = machines[machine]?.waiting.first, number < first?.number ?? .max else { continue }
            first = (number, machine)
        }
        guard let first, take(first.machine) else { return nil }
        machines[first.machine]?.waiting.popFirst()
        return waiting.removeValue(forKey: first.number)
    }
}
