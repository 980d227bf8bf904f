/// The random part of a delay, which keeps operations that failed together from retrying together.
///
/// The randomness comes from a generator that you supply, usually from the environment, so that a test can seed it.
public struct Jitter<Env>: Sendable {
    @usableFromInline let share: Double
    @usableFromInline let makeGenerator: @Sendable (Env) -> any RandomNumberGenerator & Sendable

    @inlinable
    init(share: Double, makeGenerator: @escaping @Sendable (Env) -> any RandomNumberGenerator & Sendable) {
        self.share = share
        self.makeGenerator = makeGenerator
    }

    /// Randomises a share of each delay with a generator from the environment.
    ///
    /// - Parameters:
    ///   - share: The share of each delay that may be left out, from 0 for none to 1 for all of it.
    ///   - generator: The initial generator of each operation: a key path into the environment, or a function of it.
    @inlinable
    public static func share(
        _ share: Double, using generator: @escaping @Sendable (Env) -> any RandomNumberGenerator & Sendable
    ) -> Jitter {
        Jitter(share: share, makeGenerator: generator)
    }

    /// Randomises a share of each delay with the given generator.
    ///
    /// - Parameters:
    ///   - share: The share of each delay that may be left out, from 0 for none to 1 for all of it.
    ///   - generator: The initial generator of each operation. Copies of the same generator draw the same numbers.
    @inlinable
    public static func share(_ share: Double, using generator: some RandomNumberGenerator & Sendable) -> Jitter {
        Jitter(share: share) { _ in generator }
    }
}
