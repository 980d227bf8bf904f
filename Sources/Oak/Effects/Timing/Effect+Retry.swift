// Three ways to wait, each with a result that is an event and with one that makes an event.

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Works beside the machine, and tries again when that fails, by a clock of the environment.
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
    /// It is one operation with one identity, from the first attempt to the last. Cancelling it ends it at once, while
    /// it waits or in the midst of an attempt, and there is no other then.
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
    ///   - success: Makes an event of the result.
    ///   - failure: Makes an event of the last error. Without it that is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
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
    ///   - success: Makes an event of the result.
    ///   - failure: Makes an event of the last error. Without it that is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
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
    ///   - success: Makes an event of the result.
    ///   - failure: Makes an event of the last error. Without it that is a failure of the machine, unless ``catch(_:)``
    ///     says what it means.
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

    /// Creates an operation of several attempts.
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
