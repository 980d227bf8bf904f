/// The wait before an operation begins, or instead of one.
@usableFromInline final class StartDelay<Event> {
    let duration: any Sendable
    /// The event of an operation that does nothing but wait, for a host that keeps it as data.
    let event: Event?
    /// Whether the operation does nothing but wait.
    private let isWhole: Bool
    @usableFromInline let sleep: @Sendable () async throws -> Void

    private init(
        _ duration: any Sendable, event: Event?, isWhole: Bool, sleep: @escaping @Sendable () async throws -> Void
    ) {
        self.duration = duration
        self.event = event
        self.isWhole = isWhole
        self.sleep = sleep
    }

    /// The wait of an operation that takes its clock from the environment, and does nothing else.
    convenience init(_ duration: any Sendable, sending event: Event? = nil) {
        self.init(duration, event: event, isWhole: true, sleep: {})
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    convenience init<C: Clock>(for duration: C.Duration, tolerance: C.Duration?, clock: C) {
        self.init(duration, event: nil, isWhole: false) {
            try await clock.wait(for: duration, tolerance: tolerance)
        }
    }

    /// Whether the operation only waits, and answers with nothing.
    var isPause: Bool { isWhole && event == nil }

    /// The same delay with another event.
    @usableFromInline func mapEvent<Other>(_ transform: (Event) -> Other) -> StartDelay<Other> {
        StartDelay<Other>(duration, event: event.map(transform), isWhole: isWhole, sleep: sleep)
    }

    /// The length in seconds; `nil` if the clock has its own type of duration.
    @usableFromInline var seconds: Double? {
        if let nanoseconds = duration as? UInt64 { return Double(nanoseconds) / 1e9 }
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), let duration = duration as? Duration else {
            return nil
        }
        // The components of a longer time than any counter of seconds holds would trap.
        return duration / .seconds(1)
    }
}

extension StartDelay: Sendable where Event: Sendable {}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Clock {
    /// Waits for a duration of any length, including negative ones.
    ///
    /// A clock adds the duration to its current instant; the clocks of the standard library trap when that sum
    /// overflows.
    func wait(for duration: Duration, tolerance: Duration?) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        try await sleep(until: now.advanced(by: Self.bounded(duration)), tolerance: tolerance)
    }

    /// Limits a duration so that adding it to the current instant cannot overflow.
    ///
    /// A duration of the clock's own type stays as it is, because only that clock can tell its bounds.
    static func bounded(_ duration: Duration) -> Duration {
        guard let longest = Swift.Duration.century as? Duration else { return duration }
        return min(duration, longest)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    /// Practically forever, yet short enough to count in nanoseconds.
    package static var century: Duration { .seconds(100 * 365 * 86_400) }
}
