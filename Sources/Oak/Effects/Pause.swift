/// What an operation waits for before it begins.
@usableFromInline
final class Pause: Sendable {
    @usableFromInline let duration: any Sendable
    @usableFromInline let sleep: @Sendable () async throws -> Void

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @inlinable
    init<C: Clock>(for duration: C.Duration, tolerance: C.Duration?, clock: C) {
        self.duration = duration
        sleep = { try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: tolerance) }
    }
}
