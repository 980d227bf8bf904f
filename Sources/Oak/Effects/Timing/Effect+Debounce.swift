@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// An event that is sent after a quiet time, by a clock of the environment.
    ///
    /// Whoever returns it again under the same name begins the quiet time anew; the earlier one is cancelled.
    ///
    /// - Parameters:
    ///   - duration: How long it has to be quiet. More than a century is a century, zero or less is no wait.
    ///   - id: The identity of the effect, whatever the duration is.
    ///   - event: The event that is sent then.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it.
    @inlinable
    public static func debounce(
        _ duration: Duration, id: some Hashable & Sendable, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>
    ) -> Self {
        Self(sending: event, after: Delay(duration, clock: clock), identity: EffectID(id))
    }

    /// An event that is sent after a quiet time.
    ///
    /// - Parameters:
    ///   - duration: How long it has to be quiet. More than a century is a century, zero or less is no wait.
    ///   - id: The identity of the effect, whatever the duration is.
    ///   - event: The event that is sent then.
    ///   - clock: The clock that measures the time.
    @inlinable
    public static func debounce(
        _ duration: Duration, id: some Hashable & Sendable, sending event: Event,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Self {
        Self(sending: event, after: Delay(duration, clock: clock), identity: EffectID(id))
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// An event that is sent after a quiet time, on systems that have no clocks, too.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long it has to be quiet, in real time. More than a century is a century.
    ///   - id: The identity of the effect, whatever the duration is.
    ///   - event: The event that is sent then.
    @inlinable
    public static func debounce(nanoseconds: UInt64, id: some Hashable & Sendable, sending event: Event) -> Self {
        Self(sending: event, after: Delay(nanoseconds: nanoseconds), identity: EffectID(id))
    }
}
