/// The signs of mistakes in a machine, with what to do about them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Troubles: Hashable, Sendable {
    /// Whether the run has ended because machines waited for each other.
    var isDeadlock = false
    /// The number of events that found the mailbox full.
    var full = 0
    private var unexpected: [String: Int] = [:]
    /// The number of transitions since one has changed the state.
    private var unchanged = 0
    private var slowest: Tally.Slow?

    mutating func note(_ tally: Tally) {
        full += tally.full
        for (event, count) in tally.unexpected {
            // Names that carry values could be endless.
            let name = unexpected.count < 100 || unexpected[event] != nil ? event : ""
            unexpected[name, default: 0] += count
        }
        if let slow = tally.slowest, slow.length > max(Self.slow, slowest?.length ?? .zero) { slowest = slow }
    }

    mutating func noteStep(isChange: Bool) { unchanged = isChange ? 0 : unchanged + 1 }

    /// The length from which a macrostep is slow: meanwhile the actor does nothing else.
    private static let slow = Duration.milliseconds(1)
    private static let often = 3
    private static let veryOften = 100

    func isEmpty(effects: [Int: LiveEffect]) -> Bool {
        !isDeadlock && full == 0 && unchanged < Self.veryOften && slowest == nil
            && !unexpected.values.contains { $0 >= Self.often }
            && !effects.values.contains(where: \.isOverdue)
    }

    /// The warnings in words.
    ///
    /// - Parameters:
    ///   - effects: The effects under way.
    ///   - now: The present time.
    func warnings(effects: [LiveEffect], at now: Duration) -> [String] {
        var warnings: [String] = []
        for effect in effects where effect.isOverdue {
            let age = now - (effect.cancelled ?? effect.since)
            warnings.append(
                """
                It has cancelled \(effect.text) \(age.inWords) ago, which has not ended. An operation has to return \
                when its task is cancelled: check Task.isCancelled in its loops, and call functions that throw \
                CancellationError.
                """)
        }
        if full > 0 {
            warnings.append(
                """
                Its mailbox was full for \(full) \(full == 1 ? "event" : "events"). Send with sendWaitingForRoom, send \
                less often, or give the proxy a larger mailbox.
                """)
        }
        for (event, count) in unexpected.sorted(by: { $0.key < $1.key }) where count >= Self.often {
            warnings.append(
                """
                \(event.isEmpty ? "Events were" : "The event \(event) was") unexpected \(count) times. Handle it in \
                the state that gets it, postpone it, or do not send it there.
                """)
        }
        if unchanged >= Self.veryOften {
            warnings.append(
                """
                The latest \(unchanged) transitions have left the state as it is. Send such events less often, or keep \
                in the state what they tell.
                """)
        }
        if let slowest {
            warnings.append(
                """
                A macrostep took \(slowest.length.inWords), after the event \(slowest.event). Meanwhile nothing else \
                runs on its actor: move the work into an operation.
                """)
        }
        if isDeadlock {
            warnings.append("It waited for a machine that waited for it. Send without waiting in one of them.")
        }
        return warnings
    }
}
