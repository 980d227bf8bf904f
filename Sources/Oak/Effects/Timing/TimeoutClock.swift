/// The clock of time-outs that name no other.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
@usableFromInline package enum TimeoutClock {
    /// The clock of the test that drives the machine.
    @TaskLocal package static var driving: (any Clock<Duration>)?

    @usableFromInline static var current: any Clock<Duration> { driving ?? ContinuousClock() }
}
