/// The time since it was made.
struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    var now: Duration { ContinuousClock.now - start }
}
