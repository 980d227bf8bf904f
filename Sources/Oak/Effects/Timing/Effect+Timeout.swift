@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// An event that is sent when some time has passed, by a clock of the environment.
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
    /// It is an operation: it can be cancelled and replaced until its event is processed, and is silent then. Give it
    /// an identity where a transition cancels it, where a test expects it, and where several may be under way.
    ///
    /// - Parameters:
    ///   - duration: How long to wait. More than a century is a century, zero or less is no wait.
    ///   - id: The identity of the effect. Without one that is the duration together with the place in the source, so
    ///     that the same line of code has one such effect under way at most.
    ///   - event: The event that is sent then.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it.
    ///   - fileID: The place in the source, as `line` and `column` are.
    ///   - line: The line in the source.
    ///   - column: The column in the source.
    @inlinable
    public static func timeout(
        _ duration: Duration, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(
            sending: event, after: Delay(duration, clock: clock),
            identity: .timed(id, else: duration, SourcePlace(fileID, line, column)))
    }

    /// An event that is sent when some time has passed.
    ///
    /// - Parameters:
    ///   - duration: How long to wait. More than a century is a century, zero or less is no wait.
    ///   - id: The identity of the effect; without one, the duration together with the place in the source.
    ///   - event: The event that is sent then.
    ///   - clock: The clock that measures the time.
    ///   - fileID: The place in the source, as `line` and `column` are.
    ///   - line: The line in the source.
    ///   - column: The column in the source.
    @inlinable
    public static func timeout(
        _ duration: Duration, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        clock: any Clock<Duration> = ContinuousClock(),
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(
            sending: event, after: Delay(duration, clock: clock),
            identity: .timed(id, else: duration, SourcePlace(fileID, line, column)))
    }
}

extension TransducerEffect where Env: Sendable, Event: Sendable {
    /// An event that is sent when some time has passed, on systems that have no clocks, too.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long to wait, in real time. More than a century is a century.
    ///   - id: The identity of the effect; without one, the duration together with the place in the source.
    ///   - event: The event that is sent then.
    ///   - fileID: The place in the source, as `line` and `column` are.
    ///   - line: The line in the source.
    ///   - column: The column in the source.
    @inlinable
    public static func timeout(
        nanoseconds: UInt64, id: (some Hashable & Sendable)? = EffectID?.none, sending event: Event,
        fileID: String = #fileID, line: UInt = #line, column: UInt = #column
    ) -> Self {
        Self(
            sending: event, after: Delay(nanoseconds: nanoseconds),
            identity: .timed(id, else: nanoseconds, SourcePlace(fileID, line, column)))
    }
}
