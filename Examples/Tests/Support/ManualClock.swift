import Synchronization

/// A clock whose time passes when a test says so.
public final class ManualClock: Clock {
    public struct Instant: InstantProtocol {
        public var offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Content {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var lastID = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let content = Mutex(Content())

    public init() {}

    public var now: Instant { content.withLock(\.now) }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Lets time pass, and wakes those whose time has come.
    public func advance(by duration: Duration) {
        let due = content.withLock { content in
            content.now = content.now.advanced(by: duration)
            let due = content.sleepers.filter { $0.deadline <= content.now }
            content.sleepers.removeAll { $0.deadline <= content.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Returns when somebody sleeps.
    public func untilSomebodySleeps() async {
        await withCheckedContinuation { continuation in
            let isAsleep = content.withLock { content in
                if content.sleepers.isEmpty { content.watchers.append(continuation) }
                return !content.sleepers.isEmpty
            }
            if isAsleep { continuation.resume() }
        }
    }

    /// Whether anybody sleeps.
    public var hasSleepers: Bool { content.withLock { !$0.sleepers.isEmpty } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = content.withLock { content in
            content.lastID += 1
            return content.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            let sleeper = content.withLock { content -> Sleeper? in
                guard let index = content.sleepers.firstIndex(where: { $0.id == id }) else {
                    content.cancelled.insert(id)
                    return nil
                }
                return content.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func fallAsleep(_ sleeper: Sleeper) {
        var watchers: [CheckedContinuation<Void, Never>] = []
        let outcome = content.withLock { content -> Result<Void, any Error>? in
            if content.cancelled.remove(sleeper.id) != nil { return .failure(CancellationError()) }
            if sleeper.deadline <= content.now { return .success(()) }
            content.sleepers.append(sleeper)
            swap(&watchers, &content.watchers)
            return nil
        }
        if let outcome { sleeper.continuation.resume(with: outcome) }
        for watcher in watchers { watcher.resume() }
    }
}
