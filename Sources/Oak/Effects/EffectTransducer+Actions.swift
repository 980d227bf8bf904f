// In a machine, `action { env in … }` is another spelling of `Effect(action:)` that begins with a verb.

extension EffectTransducer where Env: Sendable {
    /// Creates an action from a function that returns an action event.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and
    ///   otherwise on the system actor. An error it throws ends the run.
    /// - Returns: The same effect as `Effect(action:)`.
    @inlinable
    public static func action(_ action: @escaping @Sendable (Env) async throws -> Event) -> Effect {
        Effect(action: action)
    }

    /// Creates an action from a function that returns several action events.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and
    ///   otherwise on the system actor. An error it throws ends the run.
    /// - Returns: The same effect as `Effect(action:)`.
    @_disfavoredOverload
    @inlinable
    public static func action(_ action: @escaping @Sendable (Env) async throws -> [Event]) -> Effect {
        Effect(action: action)
    }
}
