import Synchronization

/// When a page was heard of last.
final class Pulse: Sendable {
    private enum Hearing {
        /// Signs are heard when they come; the last one came then.
        case open(Duration)
        /// Signs that come are heard later.
        case deaf
    }

    private let hearing = Mutex(Hearing.open(.zero))
    private let elapsed: @Sendable () -> Duration

    /// Begins now.
    init(clock: any Clock<Duration>) { elapsed = clock.stopwatch() }

    /// The time since the beginning.
    var now: Duration { elapsed() }

    /// When it gave any sign last, as far as anybody can know: a page that is not heard is not silent.
    var lastSign: Duration {
        let now = now
        return hearing.withLock { hearing in
            switch hearing {
            case .open(let time): time
            case .deaf: now
            }
        }
    }

    /// A sign is there.
    func sign() {
        let now = now
        hearing.withLock { $0 = .open(now) }
    }

    /// Does something after a sign, during which others are not heard.
    nonisolated(nonsending) func whileDeaf(_ body: nonisolated(nonsending) () async throws -> Void) async rethrows {
        hearing.withLock { $0 = .deaf }
        defer { sign() }
        try await body()
    }
}

extension Clock where Duration == Swift.Duration {
    /// Measures the time from now on.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
