// In a machine, `action { env in … }` is another spelling of `Effect(action:)`, for those who like to begin with a verb.

extension EffectTransducer where Env: Sendable {
    /// Makes an effect of a function that answers with an action event.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and else on
    ///   the system actor; an error it throws ends the run.
    /// - Returns: The same as `Effect(action:)`.
    @inlinable
    public static func action(_ action: @escaping @Sendable (Env) async throws -> Event) -> Effect {
        Effect(action: action)
    }

    /// Makes an effect of a function that answers with several action events.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and else on
    ///   the system actor; an error it throws ends the run.
    /// - Returns: The same as `Effect(action:)`.
    @_disfavoredOverload
    @inlinable
    public static func action(_ action: @escaping @Sendable (Env) async throws -> [Event]) -> Effect {
        Effect(action: action)
    }
}
