/// A clock whose time only passes when a test says so.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    fileprivate struct State {
        var now = Instant(offset: .zero)
        var sleepers: [(deadline: Instant, id: Int, wake: CheckedContinuation<Void, any Error>)] = []
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
        var next = 0
    }

    private let state = Protected(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                var result: Result<Void, any Error>?
                let watchers = state.withLock { state in
                    if state.cancelled.contains(id) {
                        result = .failure(CancellationError())
                    } else if deadline <= state.now {
                        result = .success(())
                    } else {
                        state.sleepers.append((deadline, id, continuation))
                    }
                    return state.takeWatchers()
                }
                if let result { continuation.resume(with: result) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(id)
                let index = state.sleepers.firstIndex { $0.id == id }
                return index.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Lets time pass and wakes whoever has slept long enough, earliest first.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= now }
            return due
        }
        for sleeper in due { sleeper.wake.resume() }
    }

    /// Waits until at least so many are asleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let watchers = state.withLock { state in
                state.watchers.append((count, continuation))
                return state.takeWatchers()
            }
            for watcher in watchers { watcher.resume() }
        }
    }
}

extension ManualClock.State {
    fileprivate mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
        let asleep = sleepers.count
        let satisfied = watchers.filter { $0.count <= asleep }.map(\.1)
        watchers.removeAll { $0.count <= asleep }
        return satisfied
    }
}
