/// The wait before an operation begins.
@usableFromInline final class StartDelay: Sendable {
    let duration: any Sendable
    @usableFromInline let sleep: @Sendable () async throws -> Void

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    init<C: Clock>(for duration: C.Duration, tolerance: C.Duration?, clock: C) {
        self.duration = duration
        sleep = { try await clock.wait(for: duration, tolerance: tolerance) }
    }

    /// Describes an operation that waits by itself, because its clock comes from the environment.
    ///
    /// - Parameter duration: The length of that wait.
    init(telling duration: any Sendable) {
        self.duration = duration
        sleep = {}
    }
}

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
    static var century: Duration { .seconds(100 * 365 * 86_400) }
}
