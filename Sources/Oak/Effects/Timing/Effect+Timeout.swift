@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Sends an event after a duration.
    ///
    /// ```swift
    /// enum SignIn: EffectTransducer {
    ///     enum State: NonTerminal { case idle, waiting, failed(String) }
    ///     enum Event: Sendable { case start, signedIn, tooLate }
    ///     struct Env: Sendable { var clock: any Clock<Duration> = ContinuousClock() }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .start:
    ///             state = .waiting
    ///             return .timeout(.seconds(10), id: "limit", sending: .tooLate, clock: \.clock)
    ///         case .signedIn:
    ///             state = .idle
    ///             return .cancelTask("limit")
    ///         case .tooLate:
    ///             state = .failed("No answer within ten seconds")
    ///             return nil
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// A time-out is an operation: until its event is processed it can be cancelled or replaced, which silences it.
    /// Give it an identity if a transition cancels it, if a test expects it, or if several may be under way.
    ///
    /// - Parameters:
    ///   - duration: How long to wait. Durations above a century count as a century; zero or less does not wait.
    ///   - id: The identity of the effect. By default it consists of the duration and the source location, so that one
    ///     line of code has at most one such effect under way.
    ///   - event: The event to send.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it; by default,
    ///     the continuous clock, or that of the test that drives the machine.
    ///   - fileID: The source location, together with `line` and `column`.
    ///   - line: The source line.
    ///   - column: The source column.
    public static func timeout(
        _ duration: Duration, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration> = { _ in DefaultClock.current },
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(
            sending: event, after: Delay(duration, clock: clock),
            identity: .timed(id, else: duration, fileID, line, column))
    }

    /// Sends an event after a duration that the environment decides, when the effect begins.
    ///
    /// ```swift
    /// enum Call: EffectTransducer {
    ///     enum State: NonTerminal { case idle, ringing }
    ///     enum Event: Sendable { case ring(until: Double?), giveUp }
    ///     struct Env: Sendable {
    ///         var patience: Duration = .seconds(32)
    ///         var now: @Sendable () -> Double
    ///         var clock: any Clock<Duration> = ContinuousClock()
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .ring(until: nil):
    ///             state = .ringing
    ///             return .timeout(\.patience, id: "patience", sending: .giveUp, clock: \.clock)
    ///         case .ring(until: let end?):
    ///             state = .ringing
    ///             return .timeout(
    ///                 { .seconds(end - $0.now()) }, id: "patience", sending: .giveUp, clock: \.clock)
    ///         case .giveUp:
    ///             state = .idle
    ///             return nil
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// A function of the environment can return a setting, the rest of the time up to a moment in the state, which a
    /// restored machine keeps, or a length with a random part.
    ///
    /// - Parameters:
    ///   - duration: How long to wait: a key path into the environment, or a function of it. Durations above a century
    ///     count as a century; zero or less does not wait.
    ///   - id: The identity of the effect.
    ///   - event: The event to send.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it; by default,
    ///     the continuous clock, or that of the test that drives the machine.
    public static func timeout(
        _ duration: @escaping @Sendable (Env) -> Duration, id: some Hashable & Sendable, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration> = { _ in DefaultClock.current }
    ) -> Self {
        // No length is known before the effect begins.
        let delay = Delay<Env>(length: ()) { env in try await clock(env).wait(for: duration(env), tolerance: nil) }
        return Self(sending: event, after: delay, identity: EffectID(id))
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Sends an event after a duration, including on systems without `Clock`.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long to wait. More than a century counts as a century.
    ///   - id: The identity of the effect; by default the duration and the source location.
    ///   - event: The event to send.
    ///   - fileID: The source location, together with `line` and `column`.
    ///   - line: The source line.
    ///   - column: The source column.
    public static func timeout(
        nanoseconds: UInt64, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(
            sending: event, after: Delay(nanoseconds: nanoseconds),
            identity: .timed(id, else: nanoseconds, fileID, line, column))
    }
}

// MARK: - Quiet periods

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// Sends an event after a quiet period.
    ///
    /// Returning the effect again with the same identity cancels the earlier one and restarts the quiet period.
    ///
    /// - Parameters:
    ///   - duration: The length of the quiet period. Durations above a century count as a century; zero or less does
    ///     not wait.
    ///   - id: The identity of the effect, whatever the duration.
    ///   - event: The event to send.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it; by default,
    ///     the continuous clock, or that of the test that drives the machine.
    public static func debounce(
        _ duration: Duration, id: some Hashable & Sendable, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration> = { _ in DefaultClock.current }
    ) -> Self {
        Self(sending: event, after: Delay(duration, clock: clock), identity: EffectID(id))
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable {
    /// Carries out an effect after a quiet period.
    ///
    /// ```swift
    /// enum Search: EffectTransducer {
    ///     struct State: NonTerminal { var text = "", hits: [String] = [] }
    ///     enum Event: Sendable { case typed(String), found([String]) }
    ///     struct Env: Sendable {
    ///         var clock: any Clock<Duration> = ContinuousClock()
    ///         var search: @Sendable (String) async throws -> [String]
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .typed(let text):
    ///             state.text = text
    ///             return .debounce(
    ///                 .milliseconds(300), id: "search",
    ///                 Effect({ env in try await env.search(text) }, success: Event.found), clock: \.clock)
    ///         case .found(let hits):
    ///             state.hits = hits
    ///             return nil
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The result is a sequence of a wait and the effect. Returning it again with the same identity cancels the earlier
    /// one, whether that still waits or is under way, and restarts the quiet period.
    ///
    /// - Parameters:
    ///   - duration: The length of the quiet period. Durations above a century count as a century; zero or less does
    ///     not wait.
    ///   - id: The identity of the wait and the effect together, whatever the duration.
    ///   - effect: The effect to carry out.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it; by default,
    ///     the continuous clock, or that of the test that drives the machine.
    public static func debounce(
        _ duration: Duration, id: some Hashable & Sendable, _ effect: Self,
        clock: @escaping @Sendable (Env) -> any Clock<Duration> = { _ in DefaultClock.current }
    ) -> Self {
        sequence(id: id, Self(waiting: Delay(duration, clock: clock)), effect)
    }
}
