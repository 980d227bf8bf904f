/// How much somebody may still send: a token bucket.
///
/// It holds some at first, which may be used up at once, and fills up again evenly.
struct Allowance {
    private let rate: Double
    private let burst: Double
    private var left: Double
    private var time: Duration

    /// A full allowance.
    ///
    /// - Parameters:
    ///   - rate: What comes in during a second.
    ///   - burst: What there can be at most.
    ///   - time: Now.
    init(rate: Double, burst: Double, at time: Duration) {
        self.rate = rate
        self.burst = burst
        left = burst
        self.time = time
    }

    /// Uses one up.
    ///
    /// - Parameter now: The time, on the same clock.
    /// - Returns: Whether there was one.
    mutating func take(at now: Duration) -> Bool {
        left = min(burst, left + (now - time) / .seconds(1) * rate)
        time = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
