// A trailing closure without a label would fit an isolated action as well as an operation, as long as its body does not
// decide. An optional parameter ranks behind one that is not, so that such a closure is an operation.

extension TransducerEffect {
    /// Creates an effect from a function on the system actor that answers with an action event.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to; an
    ///   error it throws ends the run. `nil` answers with nothing.
    @inlinable
    public init(isolatedAction: (@Sendable (Env, isolated any Actor) throws -> Event)?) {
        guard let isolatedAction else {
            self = .events([])
            return
        }
        self.init(
            .systemActor,
            .immediate { env, actor in
                guard let actor else { throw MissingActor() }
                return try actor.withIsolation { actor in Unchecked(.event(try isolatedAction(env.value, actor))) }
            })
    }

    /// Creates an effect from a function on the system actor that answers with several action events.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to; an
    ///   error it throws ends the run.
    @_disfavoredOverload
    @inlinable
    public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) throws -> [Event]) {
        self.init(
            .systemActor,
            .immediate { env, actor in
                guard let actor else { throw MissingActor() }
                return try actor.withIsolation { actor in Unchecked(.events(try isolatedAction(env.value, actor))) }
            })
    }

    /// Creates an effect from an asynchronous function on the system actor that answers with an action event.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to; an
    ///   error it throws ends the run. `nil` answers with nothing.
    @inlinable
    public init(isolatedAction: (@Sendable (Env, isolated any Actor) async throws -> Event)?) {
        guard let isolatedAction else {
            self = .events([])
            return
        }
        self.init(
            .systemActor,
            .suspending { env, actor in
                guard let actor else { throw MissingActor() }
                return try await actor.withIsolation { actor in
                    Unchecked(.event(try await isolatedAction(env.value, actor)))
                }
            })
    }

    /// Creates an effect from an asynchronous function on the system actor that answers with several action events.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to; an
    ///   error it throws ends the run.
    @_disfavoredOverload
    @inlinable
    public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) async throws -> [Event]) {
        self.init(
            .systemActor,
            .suspending { env, actor in
                guard let actor else { throw MissingActor() }
                return try await actor.withIsolation { actor in
                    Unchecked(.events(try await isolatedAction(env.value, actor)))
                }
            })
    }
}
