// Of a `Void` result the event itself is told, as of an operation in one line.

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Works beside the machine, and tries again when that fails, by a clock of the environment.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - attempts: How often it is tried altogether; at least once.
    ///   - backoff: How long to wait before each further attempt.
    ///   - jitter: The part of a wait that is left to chance; none without it.
    ///   - clock: The clock that measures the waits: a key path into the environment, or a function of it.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - isWorthAnother: Whether an error is worth another attempt; every one is by default.
    ///   - retrying: Makes an event of an error after which it is tried again, and the number of the attempt, from 1
    ///     on.
    ///   - success: The event that follows when it has succeeded.
    ///   - failure: Makes an event of the last error. Without it that is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public static func retry<Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        attempts: Int,
        backoff: Backoff,
        jitter: Jitter<Env>? = nil,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Void,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool = { _ in true },
        retrying: (@Sendable (Failure, Int) -> Event)? = nil,
        success: Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) -> Self {
        retry(
            id: id, replacing: replacement, attempts: attempts, backoff: backoff, jitter: jitter, clock: clock,
            operation, while: isWorthAnother, retrying: retrying, success: { success }, failure: failure)
    }

    /// Works beside the machine, and tries again when that fails.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - attempts: How often it is tried altogether; at least once.
    ///   - backoff: How long to wait before each further attempt.
    ///   - jitter: The part of a wait that is left to chance; none without it.
    ///   - clock: The clock that measures the waits.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - isWorthAnother: Whether an error is worth another attempt; every one is by default.
    ///   - retrying: Makes an event of an error after which it is tried again, and the number of the attempt, from 1
    ///     on.
    ///   - success: The event that follows when it has succeeded.
    ///   - failure: Makes an event of the last error. Without it that is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public static func retry<Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        attempts: Int,
        backoff: Backoff,
        jitter: Jitter<Env>? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Void,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool = { _ in true },
        retrying: (@Sendable (Failure, Int) -> Event)? = nil,
        success: Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) -> Self {
        retry(
            id: id, replacing: replacement, attempts: attempts, backoff: backoff, jitter: jitter, clock: clock,
            operation, while: isWorthAnother, retrying: retrying, success: { success }, failure: failure)
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Works beside the machine, and tries again when that fails, on systems that have no clocks, too.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - attempts: How often it is tried altogether; at least once.
    ///   - nanoseconds: How long to wait, in real time, before the attempt of that number, which is 2 or more.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - isWorthAnother: Whether an error is worth another attempt; every one is by default.
    ///   - retrying: Makes an event of an error after which it is tried again, and the number of the attempt, from 1
    ///     on.
    ///   - success: The event that follows when it has succeeded.
    ///   - failure: Makes an event of the last error. Without it that is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
    @inlinable
    public static func retry<Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        attempts: Int,
        nanoseconds: @escaping @Sendable (_ attempt: Int) -> UInt64,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Void,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool = { _ in true },
        retrying: (@Sendable (Failure, Int) -> Event)? = nil,
        success: Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) -> Self {
        retry(
            id: id, replacing: replacement, attempts: attempts, nanoseconds: nanoseconds, operation,
            while: isWorthAnother, retrying: retrying, success: { success }, failure: failure)
    }
}
