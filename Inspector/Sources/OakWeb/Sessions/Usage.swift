import Synchronization

/// The used part of the limits of a session, across all connections of its page.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Usage: Sendable {
    private struct Content {
        var allowance: Allowance
        var lastMessage = Duration.zero
    }

    private let content: Mutex<Content>
    private let elapsed: @Sendable () -> Duration

    /// Starts measuring now.
    init(limits: Limits, clock: any Clock<Duration>) {
        elapsed = clock.stopwatch()
        content = Mutex(
            Content(allowance: Allowance(rate: limits.messageRate, burst: limits.messageBurst, at: .zero)))
    }

    /// Takes one message from the allowance.
    ///
    /// - Returns: Whether any was left.
    func take() -> Bool {
        let now = elapsed()
        return content.withLock { $0.allowance.take(at: now) }
    }

    /// Records an action of the user.
    func noteMessage() {
        let now = elapsed()
        content.withLock { $0.lastMessage = now }
    }

    /// The time since the last action of the user.
    var idleness: Duration { elapsed() - content.withLock(\.lastMessage) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Clock where Duration == Swift.Duration {
    /// Starts measuring time.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
