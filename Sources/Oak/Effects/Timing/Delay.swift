/// A wait on a clock that may come from the environment.
@usableFromInline
struct Delay<Env>: Sendable {
    /// The length of the wait, for inspection of the effect.
    @usableFromInline let length: any Sendable
    @usableFromInline let wait: @Sendable (Env) async throws -> Void

    @inlinable
    init(length: any Sendable, wait: @escaping @Sendable (Env) async throws -> Void) {
        self.length = length
        self.wait = wait
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @inlinable
    init(_ duration: Duration, clock: @escaping @Sendable (Env) -> any Clock<Duration>) {
        self.init(length: duration) { env in try await clock(env).wait(for: duration, tolerance: nil) }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @inlinable
    init(_ duration: Duration, clock: any Clock<Duration>) {
        self.init(length: duration) { _ in try await clock.wait(for: duration, tolerance: nil) }
    }

    /// Creates a wait in real time, on every system.
    @inlinable
    init(nanoseconds: UInt64) {
        let bounded = min(nanoseconds, Self.century)
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            self.init(.nanoseconds(Int64(bounded)), clock: ContinuousClock())
        } else {
            self.init(length: bounded) { _ in try await Task.sleep(nanoseconds: bounded) }
        }
    }

    /// Practically forever, in nanoseconds, and far from overflow.
    @inlinable static var century: UInt64 { 100 * 365 * 86_400 * 1_000_000_000 }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Creates an operation that only waits and then answers with an event.
    @inlinable
    init(sending event: Event, after delay: Delay<Env>, identity: EffectID) {
        self.init(
            .operation(
                .answering { env, _ in
                    try await delay.wait(env)
                    return Disconnected(event)
                }),
            Work.Traits(
                id: identity, startDelay: StartDelay(telling: delay.length), timedEvent: Work.TimedEvent(event)))
    }
}
