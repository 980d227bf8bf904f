/// A wait on a clock that may come from the environment.
struct Delay<Env>: Sendable {
    /// The length of the wait, for inspection of the effect.
    let length: any Sendable
    let wait: @Sendable (Env) async throws -> Void
}

extension Delay {
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    init(_ duration: Duration, clock: @escaping @Sendable (Env) -> any Clock<Duration>) {
        self.init(length: duration) { env in try await clock(env).wait(for: duration, tolerance: nil) }
    }

    /// Creates a wait on the continuous clock, or that of a test, on every system.
    init(nanoseconds: UInt64) {
        let bounded = min(nanoseconds, Self.century)
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            self.init(.nanoseconds(Int64(bounded))) { _ in TimeoutClock.current }
        } else {
            self.init(length: bounded) { _ in try await Task.sleep(nanoseconds: bounded) }
        }
    }

    /// Practically forever, in nanoseconds, and far from overflow.
    static var century: UInt64 { 100 * 365 * 86_400 * 1_000_000_000 }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Creates an operation that only waits and then answers with an event.
    init(sending event: Event, after delay: Delay<Env>, identity: EffectID) {
        self.init(
            .operation(
                .answering { env, _ in
                    try await delay.wait(env)
                    return Disconnected(event)
                }),
            Work.Traits(id: identity, startDelay: StartDelay(telling: delay.length, sending: event)))
    }
}

extension TransducerEffect where Env: Sendable {
    /// Creates an operation that only waits.
    init(waiting delay: Delay<Env>) {
        self.init(
            .operation(.ownIsolation { env, _ in try await delay.wait(env) }),
            Work.Traits(startDelay: StartDelay(telling: delay.length)))
    }
}
