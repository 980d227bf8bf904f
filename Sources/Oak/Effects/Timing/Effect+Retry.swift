// Three ways to wait, each with a function of the result here and with a fixed event in the next file.

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Runs an operation and retries it on failure, timed by a clock from the environment.
    ///
    /// ```swift
    /// enum Loader: EffectTransducer {
    ///     enum State: NonTerminal { case idle, loading(attempt: Int), loaded(String), failed(String) }
    ///     enum Event: Sendable { case load, failedOnce(any Error, attempt: Int), loaded(String), failed(any Error) }
    ///     struct Env: Sendable {
    ///         var fetch: @Sendable () async throws -> String
    ///         var clock: any Clock<Duration> = ContinuousClock()
    ///         var random = SystemRandomNumberGenerator()
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .load:
    ///             state = .loading(attempt: 1)
    ///             return .retry(
    ///                 id: "load", attempts: 5, backoff: .exponential(from: .seconds(1), upTo: .seconds(30)),
    ///                 jitter: .share(0.5, using: \.random), clock: \.clock, { env in try await env.fetch() },
    ///                 retrying: Event.failedOnce, success: Event.loaded, failure: Event.failed)
    ///         case .failedOnce(_, let attempt): state = .loading(attempt: attempt + 1)
    ///         case .loaded(let text): state = .loaded(text)
    ///         case .failed(let error): state = .failed("\(error)")
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// All attempts together are one operation with one identity. Cancelling it ends it at once, during a wait or an
    /// attempt, and no further attempt follows.
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
    ///   - success: Turns the result into an event.
    ///   - failure: Turns the last error into an event. Without it, that error is a failure of the machine unless
    ///     ``catch(_:)`` handles it.
    @inlinable
    public static func retry<Value, Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        attempts: Int,
        backoff: Backoff,
        jitter: Jitter<Env>? = nil,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool = { _ in true },
        retrying: (@Sendable (Failure, Int) -> Event)? = nil,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) -> Self {
        Self(
            Attempts(
                limit: attempts, backoff: backoff, jitter: jitter, clock: clock, while: isWorthAnother,
                retrying: retrying),
            of: operation, success: success, orFailing: failure,
            Work.Traits(id: id.map { EffectID($0) }, replacement: replacement))
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
    ///   - success: Turns the result into an event.
    ///   - failure: Turns the last error into an event. Without it, that error is a failure of the machine unless
    ///     ``catch(_:)`` handles it.
    @inlinable
    public static func retry<Value, Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        attempts: Int,
        backoff: Backoff,
        jitter: Jitter<Env>? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool = { _ in true },
        retrying: (@Sendable (Failure, Int) -> Event)? = nil,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) -> Self {
        retry(
            id: id, replacing: replacement, attempts: attempts, backoff: backoff, jitter: jitter, clock: { _ in clock },
            operation, while: isWorthAnother, retrying: retrying, success: success, failure: failure)
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
    ///   - success: Turns the result into an event.
    ///   - failure: Turns the last error into an event. Without it, that error is a failure of the machine unless
    ///     ``catch(_:)`` handles it.
    @inlinable
    public static func retry<Value, Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        attempts: Int,
        nanoseconds: @escaping @Sendable (_ attempt: Int) -> UInt64,
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool = { _ in true },
        retrying: (@Sendable (Failure, Int) -> Event)? = nil,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) -> Self {
        Self(
            Attempts(
                limit: attempts, delay: { attempt, _ in Delay(nanoseconds: nanoseconds(attempt)) },
                while: isWorthAnother, retrying: retrying),
            of: operation, success: success, orFailing: failure,
            Work.Traits(id: id.map { EffectID($0) }, replacement: replacement))
    }

    /// Creates an operation with several attempts.
    @inlinable
    init<Value, Failure: Error>(
        _ attempts: Attempts<Env, Event, Failure>,
        of operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        success: @escaping @Sendable (Value) -> Event, orFailing failure: (@Sendable (Failure) -> Event)?,
        _ traits: Work.Traits
    ) {
        var traits = traits
        if let failure { traits.handler = { error in (error as? Failure).map { failure($0) } } }
        self.init(
            answering: { env, port in try await attempts.make(operation, env, port, success: success) }, traits)
    }
}
