/// A clock whose waits return at once.
public struct ImmediateClock: Clock {
    public let now = ContinuousClock().now
    public let minimumResolution = Duration.zero

    public init() {}

    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
