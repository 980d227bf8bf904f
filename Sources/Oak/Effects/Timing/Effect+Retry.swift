@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Runs an operation and retries it on failure.
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
    ///   - clock: The clock that measures the waits: a key path into the environment, or a function of it; by default,
    ///     the continuous clock, or that of the test that drives the machine.
    ///   - operation: Called with the environment, on the function's own global actor if it names one.
    ///   - isWorthAnother: Returns whether an error justifies another attempt; every error does by default.
    ///   - retrying: Turns the error of a failed attempt into an event when another attempt follows; also receives the
    ///     number of the failed attempt, beginning with 1.
    ///   - success: Turns the result into an event.
    ///   - failure: Turns the last error into an event. Without it, that error is a failure of the machine unless
    ///     ``catch(_:)`` handles it.
    public static func retry<Value, Failure: Error>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        attempts: Int,
        backoff: Backoff,
        jitter: Jitter<Env>? = nil,
        clock: @escaping @Sendable (Env) -> any Clock<Duration> = { _ in DefaultClock.current },
        _ operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool = { _ in true },
        retrying: (@Sendable (Failure, Int) -> Event)? = nil,
        success: @escaping @Sendable (Value) -> Event,
        failure: (@Sendable (Failure) -> Event)? = nil
    ) -> Self {
        Self(
            repeating: operation, attempts: attempts, while: isWorthAnother, retrying: retrying, success: success,
            Work.Traits(
                id: id.map { EffectID($0) }, replacement: replacement, mayFail: Failure.self != Never.self,
                handler: Self.handler(failure))
        ) { env in
            let clock = clock(env)
            var generator = jitter?.makeGenerator(env)
            return { attempt in
                let delay = backoff.delay(beforeAttempt: attempt, jitter: jitter, using: &generator)
                return (delay / .seconds(1), { try await clock.wait(for: delay, tolerance: nil) })
            }
        }
    }

    /// Creates an operation that is attempted until it succeeds or has failed for good.
    ///
    /// - Parameter makePause: Makes the function of the pause before the attempt with a given number: its length in
    ///   seconds, and the wait.
    private init<Value, Failure: Error>(
        repeating operation: @escaping @Sendable @concurrent (Env) async throws(Failure) -> Value, attempts limit: Int,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool, retrying: (@Sendable (Failure, Int) -> Event)?,
        success: @escaping @Sendable (Value) -> Event, _ traits: Work.Traits,
        makePause: @escaping @Sendable (Env) -> (_ attempt: Int) -> (seconds: Double, wait: () async throws -> Void)
    ) {
        self.init(
            answering: { env, port in
                let (pause, record) = (makePause(env), Attempts.record)
                var attempt = 1
                if let failed = record?.failed, failed > 0 {
                    attempt = min(failed, max(1, limit) - 1) + 1
                    try await record?.resume()
                }
                while true {
                    do throws(Failure) {
                        return Disconnected(success(try await operation(env)))
                    } catch {
                        guard attempt < limit, !Task.isCancelled, isWorthAnother(error) else { throw error }
                        // Errors are ignored: the operation may have to go on after its machine has stopped accepting
                        // events.
                        if let retrying { try? await port.sendWaitingForRoom(retrying(error, attempt)) }
                        let (seconds, wait) = pause(attempt + 1)
                        // Cancellation during the wait makes the previous attempt the last one.
                        do {
                            if let record {
                                try await record.pause(afterAttempt: attempt, seconds: seconds, because: error)
                            } else {
                                try await wait()
                            }
                        } catch _ { throw error }
                        attempt += 1
                    }
                }
            }, traits)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Backoff {
    fileprivate func delay<Env>(
        beforeAttempt attempt: Int, jitter: Jitter<Env>?, using generator: inout (any RandomNumberGenerator & Sendable)?
    ) -> Duration {
        guard let jitter, var drawn = generator else { return delay(beforeAttempt: attempt) }
        defer { generator = drawn }
        return delay(beforeAttempt: attempt, jitter: jitter.share, using: &drawn)
    }
}

// MARK: - The record of attempts

/// Remembers the attempts of a `.retry` beyond the end of its run.
package protocol AttemptRecord: Sendable {
    /// The number of attempts that have failed in earlier runs.
    var failed: Int { get }

    /// Waits for the end of a pause that began in an earlier run.
    func resume() async throws

    /// Records that an attempt has failed, and waits for the next one.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt; the first is 1.
    ///   - seconds: The length of the pause in seconds.
    ///   - error: The error with which it has failed.
    func pause(afterAttempt attempt: Int, seconds: Double, because error: any Error) async throws
}

/// The record of the current task; without one, the pauses take place in its operation.
package enum Attempts {
    @TaskLocal package static var record: (any AttemptRecord)?
}
