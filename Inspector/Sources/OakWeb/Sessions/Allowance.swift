/// A limit on the rate of messages: a token bucket.
///
/// It starts with a supply that can be used at once, and refills evenly.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Allowance {
    private let rate: Double
    private let burst: Double
    private var left: Double
    private var time: Duration

    /// Creates a full bucket.
    ///
    /// - Parameters:
    ///   - rate: The number of tokens added per second.
    ///   - burst: The maximum number of tokens.
    ///   - time: The current time.
    init(rate: Double, burst: Double, at time: Duration) {
        self.rate = rate
        self.burst = burst
        left = burst
        self.time = time
    }

    /// Takes one token.
    ///
    /// - Parameter now: The time, on the same clock.
    /// - Returns: Whether a token was available.
    mutating func take(at now: Duration) -> Bool {
        left = min(burst, left + (now - time) / .seconds(1) * rate)
        time = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
