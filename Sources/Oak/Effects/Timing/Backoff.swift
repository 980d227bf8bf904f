/// How long to wait before something is tried again.
///
/// A back-off is a value, and so is each of its delays:
///
/// ```swift
/// let backoff = Backoff.exponential(from: .seconds(1), upTo: .seconds(30))
/// assert(backoff.delay(beforeAttempt: 2) == .seconds(1))
/// assert(backoff.delay(beforeAttempt: 4) == .seconds(4))
/// assert(backoff.delay(beforeAttempt: 1_000_000) == .seconds(30))
/// ```
///
/// Durations are whole nanoseconds; more than a century is a century, and less than nothing is none.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
public struct Backoff: Hashable, Sendable {
    /// The nanoseconds before the second attempt.
    private let first: Double
    private let factor: Double
    private let longest: Double

    private init(first: Duration, factor: Double, longest: Duration) {
        self.first = Double(first.boundedNanoseconds)
        self.factor = factor >= 1 ? factor : 1
        self.longest = Double(longest.boundedNanoseconds)
    }

    /// No wait at all.
    public static let none = constant(.zero)

    /// The same wait before each further attempt.
    ///
    /// - Parameter delay: How long it is.
    public static func constant(_ delay: Duration) -> Backoff { Backoff(first: delay, factor: 1, longest: delay) }

    /// A wait that grows with each attempt.
    ///
    /// - Parameters:
    ///   - first: How long it is before the second attempt.
    ///   - factor: How many times as long as the one before each wait is; less than 1 is 1.
    ///   - longest: What no wait exceeds.
    public static func exponential(from first: Duration, factor: Double = 2, upTo longest: Duration) -> Backoff {
        Backoff(first: first, factor: factor, longest: longest)
    }

    /// How long to wait before an attempt.
    ///
    /// - Parameter attempt: The number of the attempt, of which the first is 1 and waits for nothing.
    /// - Returns: The delay, in whole nanoseconds.
    /// - Complexity: O(log *n*), where *n* is the number of the attempt.
    public func delay(beforeAttempt attempt: Int) -> Duration {
        .nanoseconds(Int64(nanoseconds(beforeAttempt: attempt)))
    }

    /// How long to wait before an attempt when a part of that is left to chance.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt, of which the first is 1 and waits for nothing.
    ///   - share: How much of the delay may be missing: with 0 nothing, with 1 all of it.
    ///   - generator: Where chance comes from.
    /// - Returns: A delay that is at most as long as the one without chance.
    /// - Complexity: O(log *n*), where *n* is the number of the attempt.
    public func delay(
        beforeAttempt attempt: Int, jitter share: Double, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let longest = nanoseconds(beforeAttempt: attempt)
        let share = share > 0 ? min(share, 1) : 0
        let missing = Double.random(in: 0...1, using: &generator) * share * longest
        return .nanoseconds(Int64(max(0, longest - missing)))
    }

    private func nanoseconds(beforeAttempt attempt: Int) -> Double {
        guard attempt > 1 else { return 0 }
        let delay = first * factor.raised(to: attempt - 2)
        // Not so if it is no number, because nothing was multiplied by what is infinite: nothing stays nothing.
        return delay < longest ? delay : min(longest, first == 0 ? 0 : longest)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    /// The whole nanoseconds of a duration between nothing and a century.
    fileprivate var boundedNanoseconds: Int64 {
        let bounded = min(max(self, .zero), .century)
        return bounded.components.seconds * 1_000_000_000 + bounded.components.attoseconds / 1_000_000_000
    }
}

extension Double {
    /// A power, infinite when it is too large; by squares, so that any exponent is soon done.
    fileprivate func raised(to exponent: Int) -> Double {
        var (power, square, rest) = (1.0, self, exponent)
        while rest > 0 {
            if rest % 2 == 1 { power *= square }
            square *= square
            rest /= 2
        }
        return power
    }
}
