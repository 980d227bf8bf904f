// For operations with a `Void` result: the event itself instead of a function that makes it.

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Runs an operation and retries it on failure, timed by a clock from the environment.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - attempts: The maximum number of attempts; at least one is made.
    ///   - backoff: The wait before each further attempt.
    ///   - jitter: The random part of each wait; none by default.
    ///   - clock: The clock that measures the waits: a key path into the environment, or a function of it.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - isWorthAnother: Returns whether an error justifies another attempt; every error does by default.
    ///   - retrying: Turns the error of a failed attempt into an event when another attempt follows; also receives the
    ///     number of the failed attempt, beginning with 1.
    ///   - success: The event that follows when an attempt has succeeded.
    ///   - failure: Turns the last error into an event. Without it, that error is a failure of the machine unless
    ///     ``catch(_:)`` handles it.
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

    /// Runs an operation and retries it on failure.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - attempts: The maximum number of attempts; at least one is made.
    ///   - backoff: The wait before each further attempt.
    ///   - jitter: The random part of each wait; none by default.
    ///   - clock: The clock that measures the waits.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - isWorthAnother: Returns whether an error justifies another attempt; every error does by default.
    ///   - retrying: Turns the error of a failed attempt into an event when another attempt follows; also receives the
    ///     number of the failed attempt, beginning with 1.
    ///   - success: The event that follows when an attempt has succeeded.
    ///   - failure: Turns the last error into an event. Without it, that error is a failure of the machine unless
    ///     ``catch(_:)`` handles it.
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
    /// Runs an operation and retries it on failure, including on systems without `Clock`.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - attempts: The maximum number of attempts; at least one is made.
    ///   - nanoseconds: Returns how long to wait, in real time, before the attempt with the given number, which is 2 or
    ///     more.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - isWorthAnother: Returns whether an error justifies another attempt; every error does by default.
    ///   - retrying: Turns the error of a failed attempt into an event when another attempt follows; also receives the
    ///     number of the failed attempt, beginning with 1.
    ///   - success: The event that follows when an attempt has succeeded.
    ///   - failure: Turns the last error into an event. Without it, that error is a failure of the machine unless
    ///     ``catch(_:)`` handles it.
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
