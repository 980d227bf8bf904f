@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable {
    /// An effect that is carried out after a quiet time, by a clock of the environment.
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
    /// It is a sequence of a wait and the effect. Whoever returns it again under the same name begins the quiet time
    /// anew; the earlier effect is cancelled, whether it still waits or is under way.
    ///
    /// - Parameters:
    ///   - duration: How long it has to be quiet. More than a century is a century, zero or less is no wait.
    ///   - id: The identity of both together, whatever the duration is.
    ///   - effect: The effect that is carried out then.
    ///   - clock: The clock that measures the time: a key path into the environment, or a function of it.
    @inlinable
    public static func debounce(
        _ duration: Duration, id: some Hashable & Sendable, _ effect: Self,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>
    ) -> Self {
        sequence(id: id, Self(waiting: Delay(duration, clock: clock)), effect)
    }

    /// An effect that is carried out after a quiet time.
    ///
    /// - Parameters:
    ///   - duration: How long it has to be quiet. More than a century is a century, zero or less is no wait.
    ///   - id: The identity of both together, whatever the duration is.
    ///   - effect: The effect that is carried out then.
    ///   - clock: The clock that measures the time.
    @inlinable
    public static func debounce(
        _ duration: Duration, id: some Hashable & Sendable, _ effect: Self,
        clock: any Clock<Duration> = ContinuousClock()
    ) -> Self {
        sequence(id: id, Self(waiting: Delay(duration, clock: clock)), effect)
    }
}

extension TransducerEffect where Env: Sendable {
    /// An effect that is carried out after a quiet time, on systems that have no clocks, too.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long it has to be quiet, in real time. More than a century is a century.
    ///   - id: The identity of both together, whatever the duration is.
    ///   - effect: The effect that is carried out then.
    @inlinable
    public static func debounce(nanoseconds: UInt64, id: some Hashable & Sendable, _ effect: Self) -> Self {
        sequence(id: id, Self(waiting: Delay(nanoseconds: nanoseconds)), effect)
    }

    /// Creates an operation that does nothing but wait.
    @inlinable
    init(waiting delay: Delay<Env>) {
        self.init(
            .operation(.ownIsolation { env, _ in try await delay.wait(env) }),
            Work.Traits(pause: Pause(telling: delay.length)))
    }
}
