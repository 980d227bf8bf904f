@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Sends an event after a quiet period, measured by a clock from the environment.
    ///
    /// Returning the effect again with the same identity cancels the earlier one and restarts the quiet period.
    ///
    /// - Parameters:
    ///   - duration: The length of the quiet period. Durations above a century count as a century; zero or less does
    ///     not wait.
    ///   - id: The identity of the effect, whatever the duration.
    ///   - event: The event to send.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it.
    @inlinable
    public static func debounce(
        _ duration: Duration, id: some Hashable & Sendable, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>
    ) -> Self {
        Self(sending: event, after: Delay(duration, clock: clock), identity: EffectID(id))
    }

    /// Sends an event after a quiet period.
    ///
    /// - Parameters:
    ///   - duration: The length of the quiet period. Durations above a century count as a century; zero or less does
    ///     not wait.
    ///   - id: The identity of the effect, whatever the duration.
    ///   - event: The event to send.
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
    /// Sends an event after a quiet period, including on systems without `Clock`.
    ///
    /// - Parameters:
    ///   - nanoseconds: The length of the quiet period in real time. More than a century counts as a century.
    ///   - id: The identity of the effect, whatever the duration.
    ///   - event: The event to send.
    @inlinable
    public static func debounce(nanoseconds: UInt64, id: some Hashable & Sendable, sending event: Event) -> Self {
        Self(sending: event, after: Delay(nanoseconds: nanoseconds), identity: EffectID(id))
    }
}
