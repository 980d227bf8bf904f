/// What an operation waits for before it begins.
@usableFromInline
final class Pause: Sendable {
    @usableFromInline let duration: any Sendable
    @usableFromInline let sleep: @Sendable () async throws -> Void

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @inlinable
    init<C: Clock>(for duration: C.Duration, tolerance: C.Duration?, clock: C) {
        self.duration = duration
        sleep = { try await clock.pause(for: duration, tolerance: tolerance) }
    }

    /// That of an operation which waits by itself, because its clock is one of its environment.
    ///
    /// - Parameter duration: How long that wait is.
    @inlinable
    init(telling duration: any Sendable) {
        self.duration = duration
        sleep = {}
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Clock {
    /// Waits for a duration, however long or negative it is.
    ///
    /// Clocks add it to their present moment; those of the standard library trap when the sum is too large for them.
    @inlinable
    func pause(for duration: Duration, tolerance: Duration?) async throws {
        guard duration > .zero else { return try Task.checkCancellation() }
        try await sleep(until: now.advanced(by: Self.bounded(duration)), tolerance: tolerance)
    }

    /// A duration that is no longer than the present moment can be advanced by.
    ///
    /// A unit of a clock's own stays as it is: its bounds are known to that clock alone.
    @inlinable
    static func bounded(_ duration: Duration) -> Duration {
        guard let longest = Swift.Duration.century as? Duration else { return duration }
        return min(duration, longest)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    /// As good as for ever, and short enough to be counted in nanoseconds.
    @inlinable static var century: Duration { .seconds(100 * 365 * 86_400) }
}
