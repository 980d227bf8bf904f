// An unlabelled trailing closure could match both an isolated action and an operation when its body does not decide.
// The compiler ranks an optional parameter below a non-optional one, so such a closure becomes an operation.

extension TransducerEffect {
    /// Creates an action on the system actor from a function that returns an action event.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to. An error
    ///   it throws ends the run. `nil` does nothing.
    @inlinable public init(isolatedAction: (@Sendable (Env, isolated any Actor) throws -> Event)?) {
        self =
            isolatedAction.map { action in
                Self(onSystemActor: { env, actor in .event(try action(env, actor)) })
            } ?? .nothing
    }

    /// Creates an action on the system actor from a function that returns several action events.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to. An error
    ///   it throws ends the run.
    @_disfavoredOverload
    @inlinable public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) throws -> [Event]) {
        self.init(onSystemActor: { env, actor in .events(try isolatedAction(env, actor)) })
    }

    /// Creates an action on the system actor from an asynchronous function that returns an action event.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to. An error
    ///   it throws ends the run. `nil` does nothing.
    @inlinable public init(isolatedAction: (@Sendable (Env, isolated any Actor) async throws -> Event)?) {
        self =
            isolatedAction.map { action in
                Self(suspendingOnSystemActor: { env, actor in .event(try await action(env, actor)) })
            } ?? .nothing
    }

    /// Creates an action on the system actor from an asynchronous function that returns several action events.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to. An error
    ///   it throws ends the run.
    @_disfavoredOverload
    @inlinable public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) async throws -> [Event]) {
        self.init(suspendingOnSystemActor: { env, actor in .events(try await isolatedAction(env, actor)) })
    }

    @inlinable init(onSystemActor action: @escaping @Sendable (Env, isolated any Actor) throws -> Self) {
        self.init(
            .systemActor,
            .immediate { env, actor in
                guard let actor else { throw MissingActor() }
                return try actor.withIsolation { actor in SystemIsolated(try action(env.value, actor)) }
            })
    }

    @inlinable
    init(suspendingOnSystemActor action: @escaping @Sendable (Env, isolated any Actor) async throws -> Self) {
        self.init(
            .systemActor,
            .suspending { env, actor in
                guard let actor else { throw MissingActor() }
                return try await actor.withIsolation { actor in SystemIsolated(try await action(env.value, actor)) }
            })
    }
}
