/// A wait by a clock that may be one of the environment.
@usableFromInline
struct Delay<Env>: Sendable {
    /// How long it is, for those who look at the effect.
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
        self.init(length: duration) { env in try await clock(env).pause(for: duration, tolerance: nil) }
    }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @inlinable
    init(_ duration: Duration, clock: any Clock<Duration>) {
        self.init(length: duration) { _ in try await clock.pause(for: duration, tolerance: nil) }
    }

    /// A wait in real time, on every system.
    @inlinable
    init(nanoseconds: UInt64) {
        let bounded = min(nanoseconds, Self.century)
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            self.init(.nanoseconds(Int64(bounded)), clock: ContinuousClock())
        } else {
            self.init(length: bounded) { _ in try await Task.sleep(nanoseconds: bounded) }
        }
    }

    /// As good as for ever, in nanoseconds, and far from what cannot be counted.
    @inlinable static var century: UInt64 { 100 * 365 * 86_400 * 1_000_000_000 }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Creates an operation that does nothing but answer with an event when a delay is over.
    @inlinable
    init(sending event: Event, after delay: Delay<Env>, identity: EffectID) {
        self.init(
            .operation(
                .answering { env, _ in
                    try await delay.wait(env)
                    return Unchecked(event)
                }),
            Work.Traits(id: identity, pause: Pause(telling: delay.length)))
    }
}
