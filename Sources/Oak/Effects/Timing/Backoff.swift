/// The waits between the attempts of an operation.
///
/// A back-off is a value, and so are its delays:
///
/// ```swift
/// let backoff = Backoff.exponential(from: .seconds(1), upTo: .seconds(30))
/// assert(backoff.delay(beforeAttempt: 2) == .seconds(1))
/// assert(backoff.delay(beforeAttempt: 4) == .seconds(4))
/// assert(backoff.delay(beforeAttempt: 1_000_000) == .seconds(30))
/// ```
///
/// Durations are whole nanoseconds. Those above a century count as a century, negative ones as zero.
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

    /// A back-off without waits.
    public static let none = constant(.zero)

    /// A back-off with the same wait before each further attempt.
    ///
    /// - Parameter delay: The length of the wait.
    public static func constant(_ delay: Duration) -> Backoff { Backoff(first: delay, factor: 1, longest: delay) }

    /// A back-off whose waits grow with each attempt.
    ///
    /// - Parameters:
    ///   - first: The wait before the second attempt.
    ///   - factor: The ratio of each wait to the one before; below 1 counts as 1.
    ///   - longest: The upper bound of every wait.
    public static func exponential(from first: Duration, factor: Double = 2, upTo longest: Duration) -> Backoff {
        Backoff(first: first, factor: factor, longest: longest)
    }

    /// Returns the wait before an attempt.
    ///
    /// - Parameter attempt: The number of the attempt; the first is 1 and does not wait.
    /// - Returns: The delay, in whole nanoseconds.
    /// - Complexity: O(log *n*), where *n* is the number of the attempt.
    public func delay(beforeAttempt attempt: Int) -> Duration {
        .nanoseconds(Int64(nanoseconds(beforeAttempt: attempt)))
    }

    /// Returns the wait before an attempt, shortened by a random part.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt; the first is 1 and does not wait.
    ///   - share: The share of the delay that may be left out, from 0 for none to 1 for all of it.
    ///   - generator: The source of randomness.
    /// - Returns: A delay no longer than the one without randomness.
    /// - Complexity: O(log *n*), where *n* is the number of the attempt.
    package func delay(
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
        // The comparison also fails for NaN, the product of zero and infinity: a first wait of zero stays zero.
        return delay < longest ? delay : min(longest, first == 0 ? 0 : longest)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    /// The whole nanoseconds of the duration, limited to the range from zero to a century.
    fileprivate var boundedNanoseconds: Int64 {
        let bounded = min(max(self, .zero), .century)
        return bounded.components.seconds * 1_000_000_000 + bounded.components.attoseconds / 1_000_000_000
    }
}

extension Double {
    /// Raises the number to a power by repeated squaring; infinite on overflow.
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

/// The random part of a delay, which keeps operations that failed together from retrying together.
///
/// The randomness comes from a generator that you supply, usually from the environment, so that a test can seed it.
public struct Jitter<Env>: Sendable {
    let share: Double
    let makeGenerator: @Sendable (Env) -> any RandomNumberGenerator & Sendable

    /// Randomises a share of each delay with a generator from the environment.
    ///
    /// - Parameters:
    ///   - share: The share of each delay that may be left out, from 0 for none to 1 for all of it.
    ///   - generator: The initial generator of each operation: a key path into the environment, or a function of it.
    public static func share(
        _ share: Double, using generator: @escaping @Sendable (Env) -> any RandomNumberGenerator & Sendable
    ) -> Jitter {
        Jitter(share: share, makeGenerator: generator)
    }
}
