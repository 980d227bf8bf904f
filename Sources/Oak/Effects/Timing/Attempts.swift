/// How often, and when, an operation is attempted, and which events report the failures.
@usableFromInline
struct Attempts<Env: Sendable, Event: Sendable, Failure: Error>: Sendable {
    /// A source of randomness; `nil` without any.
    @usableFromInline typealias Generator = (any RandomNumberGenerator & Sendable)?

    @usableFromInline let limit: Int
    @usableFromInline let makeGenerator: @Sendable (Env) -> Generator
    /// The wait before an attempt.
    @usableFromInline let delay: @Sendable (Int, inout Generator) -> Delay<Env>
    @usableFromInline let isWorthAnother: @Sendable (Failure) -> Bool
    /// Turns the failure of an attempt into an event.
    @usableFromInline let retrying: (@Sendable (Failure, Int) -> Event)?

    @inlinable
    init(
        limit: Int, makeGenerator: @escaping @Sendable (Env) -> Generator = { _ in nil },
        delay: @escaping @Sendable (Int, inout Generator) -> Delay<Env>,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool, retrying: (@Sendable (Failure, Int) -> Event)?
    ) {
        self.limit = limit
        self.makeGenerator = makeGenerator
        self.delay = delay
        self.isWorthAnother = isWorthAnother
        self.retrying = retrying
    }

    /// Attempts the operation until it succeeds or has failed for good.
    ///
    /// - Throws: The error of the last attempt.
    @concurrent
    @usableFromInline
    func make<Value>(
        _ operation: @Sendable @concurrent (Env) async throws(Failure) -> Value, _ env: Env, _ port: InputPort<Event>,
        success: @Sendable (Value) -> Event
    ) async throws(Failure) -> Disconnected<Event> {
        var generator = makeGenerator(env)
        var attempt = 1
        while true {
            do {
                return Disconnected(success(try await operation(env)))
            } catch {
                guard attempt < limit, !Task.isCancelled, isWorthAnother(error) else { throw error }
                // Errors are ignored: the operation may have to go on after its machine has stopped accepting events.
                if let retrying { try? await port.sendWaitingForRoom(retrying(error, attempt)) }
                attempt += 1
                // Cancellation during the wait makes the previous attempt the last one.
                do { try await delay(attempt, &generator).wait(env) } catch _ { throw error }
            }
        }
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Attempts {
    @inlinable
    init(
        limit: Int, backoff: Backoff, jitter: Jitter<Env>?, clock: @escaping @Sendable (Env) -> any Clock<Duration>,
        while isWorthAnother: @escaping @Sendable (Failure) -> Bool, retrying: (@Sendable (Failure, Int) -> Event)?
    ) {
        self.init(
            limit: limit, makeGenerator: { env in jitter?.makeGenerator(env) },
            delay: { attempt, generator in
                Delay(backoff.delay(beforeAttempt: attempt, jitter: jitter, using: &generator), clock: clock)
            }, while: isWorthAnother, retrying: retrying)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Backoff {
    @usableFromInline
    func delay<Env>(
        beforeAttempt attempt: Int, jitter: Jitter<Env>?, using generator: inout (any RandomNumberGenerator & Sendable)?
    ) -> Duration {
        guard let jitter, var drawn = generator else { return delay(beforeAttempt: attempt) }
        defer { generator = drawn }
        return delay(beforeAttempt: attempt, jitter: jitter.share, using: &drawn)
    }
}
