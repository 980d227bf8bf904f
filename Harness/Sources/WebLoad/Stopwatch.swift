/// The time since its creation.
struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    var now: Duration { ContinuousClock.now - start }
}
