/// The part of a delay that is left to chance, so that many who failed together do not try again together.
///
/// Chance comes from a generator that you give, as a rule out of the environment: a test gives one that it has seeded.
public struct Jitter<Env>: Sendable {
    @usableFromInline let share: Double
    @usableFromInline let makeGenerator: @Sendable (Env) -> any RandomNumberGenerator & Sendable

    @inlinable
    init(share: Double, makeGenerator: @escaping @Sendable (Env) -> any RandomNumberGenerator & Sendable) {
        self.share = share
        self.makeGenerator = makeGenerator
    }

    /// A share of each delay, by a generator of the environment.
    ///
    /// - Parameters:
    ///   - share: How much of a delay may be missing: with 0 nothing, with 1 all of it.
    ///   - generator: The generator that each operation begins with: a key path into the environment, or a function of
    ///     it.
    @inlinable
    public static func share(
        _ share: Double, using generator: @escaping @Sendable (Env) -> any RandomNumberGenerator & Sendable
    ) -> Jitter {
        Jitter(share: share, makeGenerator: generator)
    }

    /// A share of each delay, by a generator that is given.
    ///
    /// - Parameters:
    ///   - share: How much of a delay may be missing: with 0 nothing, with 1 all of it.
    ///   - generator: The generator that each operation begins with. All that copy the same one draw the same.
    @inlinable
    public static func share(_ share: Double, using generator: some RandomNumberGenerator & Sendable) -> Jitter {
        Jitter(share: share) { _ in generator }
    }
}
