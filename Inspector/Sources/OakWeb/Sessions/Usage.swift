import Oak

/// The used part of the limits of a session, across all connections of its page.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Usage: Sendable {
    private struct Content {
        /// The number of messages that may come at once: a supply that is full at first, and refills evenly.
        var supply: Double
        /// The time at which it was last used.
        var supplied = Duration.zero
        var lastMessage = Duration.zero
    }

    private let limits: Limits
    private let content: Protected<Content>
    private let elapsed: @Sendable () -> Duration

    /// Starts measuring now.
    init(limits: Limits, clock: some Clock<Duration>) {
        self.limits = limits
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        content = Protected(Content(supply: limits.messageBurst))
    }

    /// Takes one message from the supply.
    ///
    /// - Returns: Whether any was left.
    func take() -> Bool {
        let now = elapsed()
        return content.withLock { content in
            let refill = (now - content.supplied) / .seconds(1) * limits.messageRate
            content.supply = min(limits.messageBurst, content.supply + refill)
            content.supplied = now
            guard content.supply >= 1 else { return false }
            content.supply -= 1
            return true
        }
    }

    /// Records an action of the user.
    func noteMessage() {
        let now = elapsed()
        content.withLock { $0.lastMessage = now }
    }

    /// The time since the last action of the user.
    var idleness: Duration { elapsed() - content.withLock(\.lastMessage) }
}
