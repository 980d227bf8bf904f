import Synchronization

/// What a session has used of what it is granted, however often its page connects.
final class Usage: Sendable {
    private struct Content {
        var allowance: Allowance
        var lastMessage = Duration.zero
    }

    private let content: Mutex<Content>
    private let elapsed: @Sendable () -> Duration

    /// Begins now, with nothing used.
    init(limits: Limits, clock: any Clock<Duration>) {
        elapsed = clock.stopwatch()
        content = Mutex(
            Content(allowance: Allowance(rate: limits.messageRate, burst: limits.messageBurst, at: .zero)))
    }

    /// Uses up a part of what may be sent.
    ///
    /// - Returns: Whether there was any left.
    func take() -> Bool {
        let now = elapsed()
        return content.withLock { $0.allowance.take(at: now) }
    }

    /// The user has done something.
    func noteMessage() {
        let now = elapsed()
        content.withLock { $0.lastMessage = now }
    }

    /// For how long the user has done nothing.
    var idleness: Duration { elapsed() - content.withLock(\.lastMessage) }
}

extension Clock where Duration == Swift.Duration {
    /// Measures the time from now on.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
