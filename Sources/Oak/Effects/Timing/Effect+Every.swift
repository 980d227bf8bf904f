@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Sends an event at regular intervals.
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
    /// The first event comes after one interval. Each event is due a whole number of intervals after the beginning,
    /// however long the machine takes for the earlier ones, so nothing drifts. One event stands for all that fall due
    /// before it has been processed: a busy machine, or a system that was asleep, gets one late event and the next on
    /// time, never a burst.
    ///
    /// - Parameters:
    ///   - interval: The time between two events. Intervals above a century count as a century, those below the clock's
    ///     resolution as the resolution.
    ///   - id: The identity of the effect. By default it consists of the interval and the source location, so that one
    ///     line of code has at most one such effect under way.
    ///   - event: The event to send.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it; by default,
    ///     the continuous clock, or that of the test that drives the machine.
    ///   - fileID: The source location, together with `line` and `column`.
    ///   - line: The source line.
    ///   - column: The source column.
    public static func every(
        _ interval: Duration, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration> = { _ in DefaultClock.current },
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(
            answering: { env, port in try await port.send(event, every: interval, on: clock(env)) },
            Work.Traits(id: .timed(id, else: interval, fileID, line, column)))
    }

    /// Sends an event at intervals that grow, such as to send a request again until an answer comes.
    ///
    /// ```swift
    /// enum Invite: EffectTransducer {
    ///     enum State: NonTerminal { case idle, calling(sent: Int) }
    ///     enum Event: Sendable { case call, again, answered }
    ///     struct Env: Sendable { var clock: any Clock<Duration> = ContinuousClock() }
    ///
    ///     static let retransmission = Backoff.exponential(from: .milliseconds(500), upTo: .seconds(4))
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (_, .call):
    ///             state = .calling(sent: 1)
    ///             return .every(retransmission, for: .seconds(32), id: "again", sending: .again, clock: \.clock)
    ///         case (.calling(let sent), .again):
    ///             state = .calling(sent: sent + 1)
    ///             return nil
    ///         case (_, .answered), (.idle, .again):
    ///             state = .idle
    ///             return .cancelTask("again")
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Each interval begins when the machine has processed the event before. Between two calls of `sending`, the first
    /// interval is the backoff's wait before the second attempt.
    ///
    /// - Parameters:
    ///   - intervals: The time before each event.
    ///   - limit: The time after which no event is sent; without it, the effect does not end by itself.
    ///   - id: The identity of the effect.
    ///   - event: The event to send.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it; by default,
    ///     the continuous clock, or that of the test that drives the machine.
    public static func every(
        _ intervals: Backoff, for limit: Duration? = nil, id: some Hashable & Sendable, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration> = { _ in DefaultClock.current }
    ) -> Self {
        Self(
            answering: { env, port in
                try await port.send(event, after: intervals, until: limit ?? .century, on: clock(env))
                return nil
            }, Work.Traits(id: EffectID(id)))
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension InputPort where Event: Sendable {
    /// Sends an event at regular intervals, waiting each time until the one before has been processed.
    func send<C: Clock>(_ event: Event, every interval: Duration, on clock: C) async throws -> Never
    where C.Duration == Duration {
        var beat = Beat(every: interval, on: clock)
        while true {
            var last: C.Instant
            repeat {
                last = clock.now
                try await clock.sleep(until: beat.next, tolerance: nil)
                // A clock may wake early. One that stands still would never reach the instant.
            } while clock.now < beat.next && clock.now > last
            try await sendWaitingForMacrostep(event)
            beat.advance(past: clock.now)
        }
    }

    /// Sends an event at growing intervals, waiting each time until the one before has been processed.
    func send<C: Clock>(_ event: Event, after intervals: Backoff, until limit: Duration, on clock: C) async throws
    where C.Duration == Duration {
        let end = clock.now.advanced(by: C.bounded(limit))
        for attempt in 2... {
            let interval = intervals.delay(beforeAttempt: attempt)
            guard clock.now.duration(to: end) >= interval else { return }
            try await clock.wait(for: interval, tolerance: nil)
            try await sendWaitingForMacrostep(event)
        }
    }
}

/// The instants of a regular beat, at multiples of an interval after its beginning.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
package struct Beat<C: Clock> where C.Duration == Duration {
    private let interval: Duration
    /// The next instant.
    package private(set) var next: C.Instant

    /// - Parameters:
    ///   - interval: The time between two instants; at least the clock's resolution, at most a century.
    ///   - clock: The clock on which the beat begins now.
    package init(every interval: Duration, on clock: C) {
        let shortest = max(clock.minimumResolution, .nanoseconds(1))
        self.interval = C.bounded(max(interval, shortest))
        next = clock.now.advanced(by: self.interval)
    }

    /// Moves on to the first instant of the beat after the given one.
    package mutating func advance(past now: C.Instant) {
        let late = next.duration(to: now)
        if late < interval {
            next = next.advanced(by: interval)
        } else {
            next = now.advanced(by: interval - remainder(of: late))
        }
    }

    /// Divides a time by the interval and returns the remainder, exact to the attosecond.
    private func remainder(of time: Duration) -> Duration {
        var rest = time
        while rest >= interval {
            var part = interval
            while part <= rest - part { part += part }
            rest -= part
        }
        return rest
    }
}
