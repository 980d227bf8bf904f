@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// An event that is sent again and again, in even intervals, by a clock of the environment.
    ///
    /// ```swift
    /// enum Countdown: EffectTransducer {
    ///     enum State: NonTerminal { case idle, counting(Int) }
    ///     enum Event: Sendable { case start, tick }
    ///     struct Env: Sendable { var clock: any Clock<Duration> = ContinuousClock() }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (_, .start):
    ///             state = .counting(10)
    ///             return .every(.seconds(1), id: "ticks", sending: .tick, clock: \.clock)
    ///         case (.counting(let rest), .tick) where rest > 1:
    ///             state = .counting(rest - 1)
    ///             return nil
    ///         case (.counting, .tick), (.idle, .tick):
    ///             state = .idle
    ///             return .cancelTask("ticks")
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The first event comes after one interval. Each is due a whole number of intervals after the beginning, however
    /// long the machine takes for those before: nothing drifts. An event stands for all that fall due before it has
    /// been processed. So a machine that is busy, or a system that was asleep, gets one when it can, and the next one
    /// on time; there is no burst.
    ///
    /// - Parameters:
    ///   - interval: The time between two events. More than a century is a century, and less than the clock can tell is
    ///     as much as it can.
    ///   - id: The identity of the effect. Without one that is the interval together with the place in the source, so
    ///     that the same line of code has one such effect under way at most.
    ///   - event: The event that is sent.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it.
    ///   - fileID: The place in the source, as `line` and `column` are.
    ///   - line: The line in the source.
    ///   - column: The column in the source.
    @inlinable
    public static func every(
        _ interval: Duration, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(identity: .timed(id, else: interval, SourcePlace(fileID, line, column))) { env, port in
            try await port.send(event, every: interval, on: clock(env))
        }
    }

    /// An event that is sent again and again, in even intervals.
    ///
    /// - Parameters:
    ///   - interval: The time between two events. More than a century is a century, and less than the clock can tell is
    ///     as much as it can.
    ///   - id: The identity of the effect; without one, the interval together with the place in the source.
    ///   - event: The event that is sent.
    ///   - clock: The clock that measures the time.
    ///   - fileID: The place in the source, as `line` and `column` are.
    ///   - line: The line in the source.
    ///   - column: The column in the source.
    @inlinable
    public static func every(
        _ interval: Duration, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        clock: any Clock<Duration> = ContinuousClock(),
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(identity: .timed(id, else: interval, SourcePlace(fileID, line, column))) { _, port in
            try await port.send(event, every: interval, on: clock)
        }
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// An event that is sent again and again, on systems that have no clocks, too.
    ///
    /// Without clocks the interval is the time between the end of one macrostep and the next event.
    ///
    /// - Parameters:
    ///   - nanoseconds: The time between two events, in real time. More than a century is a century.
    ///   - id: The identity of the effect; without one, the interval together with the place in the source.
    ///   - event: The event that is sent.
    ///   - fileID: The place in the source, as `line` and `column` are.
    ///   - line: The line in the source.
    ///   - column: The column in the source.
    @inlinable
    public static func every(
        nanoseconds: UInt64, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(identity: .timed(id, else: nanoseconds, SourcePlace(fileID, line, column))) { _, port in
            try await port.send(event, everyNanoseconds: nanoseconds)
        }
    }
}

extension InputPort where Event: Sendable {
    /// Sends an event again and again, each time when the one before has been processed.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @usableFromInline
    func send<C: Clock>(_ event: Event, every interval: Duration, on clock: C) async throws
    where C.Duration == Duration {
        var beat = Beat(every: interval, on: clock)
        while true {
            try await clock.sleep(until: beat.next, tolerance: nil)
            try await sendAndWait(event)
            beat.advance(past: clock.now)
        }
    }

    /// The same in real time, on every system.
    @usableFromInline
    func send(_ event: Event, everyNanoseconds nanoseconds: UInt64) async throws {
        let bounded = min(nanoseconds, Delay<Void>.century)
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            try await send(event, every: .nanoseconds(Int64(bounded)), on: ContinuousClock())
        }
        while true {
            try await Task.sleep(nanoseconds: bounded)
            try await sendAndWait(event)
        }
    }
}
