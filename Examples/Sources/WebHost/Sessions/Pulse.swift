import Synchronization

/// When a page was heard of last.
final class Pulse: Sendable {
    private struct Times {
        var sign: Duration
        var message: Duration
    }

    private let times = Mutex(Times(sign: .zero, message: .zero))
    private let elapsed: @Sendable () -> Duration

    /// Begins now.
    init(clock: any Clock<Duration>) { elapsed = clock.stopwatch() }

    /// The time since the beginning.
    var now: Duration { elapsed() }

    /// When it gave any sign last.
    var lastSign: Duration { times.withLock(\.sign) }

    /// When the user did something last.
    var lastMessage: Duration { times.withLock(\.message) }

    /// A sign is there.
    func sign() {
        let now = now
        times.withLock { $0.sign = now }
    }

    /// The user has done something.
    func message() {
        let now = now
        times.withLock { $0 = Times(sign: now, message: now) }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Measures the time from now on.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
