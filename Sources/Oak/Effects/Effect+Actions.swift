// An action returns one event or several. The closure decides whether it suspends and whether it names a global actor:
// both kinds become one asynchronous function that stays on the caller's actor, the system actor, until it has to
// leave.
//
// A closure that only throws would match either result type, so the overloads for several events are disfavored.

extension TransducerEffect where Env: Sendable {
    /// Creates an action from a function that returns an action event.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and
    ///   otherwise on the system actor. An error it throws ends the run.
    @inlinable public init(action: @escaping @Sendable (Env) async throws -> Event) {
        self.init(.ownIsolation, .suspending { env, _ in SystemIsolated(.event(try await action(env.value))) })
    }

    /// Creates an action from a function that returns several action events.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and
    ///   otherwise on the system actor. An error it throws ends the run.
    @_disfavoredOverload
    @inlinable public init(action: @escaping @Sendable (Env) async throws -> [Event]) {
        self.init(.ownIsolation, .suspending { env, _ in SystemIsolated(.events(try await action(env.value))) })
    }
}

extension TransducerEffect {
    @inlinable init(_ place: EffectPlace, _ action: Action) {
        self.init(.action(place, action))
    }
}

// In a machine, `action { env in … }` is another spelling of `Effect(action:)` that begins with a verb.

extension EffectTransducer where Env: Sendable {
    /// Creates an action from a function that returns an action event.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and
    ///   otherwise on the system actor. An error it throws ends the run.
    /// - Returns: The same effect as `Effect(action:)`.
    @inlinable public static func action(_ action: @escaping @Sendable (Env) async throws -> Event) -> Effect {
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
    @inlinable public static func action(_ action: @escaping @Sendable (Env) async throws -> [Event]) -> Effect {
        Effect(action: action)
    }
}
