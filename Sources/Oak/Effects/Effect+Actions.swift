// The overloads are ranked so that a closure finds the one it is written for: a closure that only throws answers with
// one event (a sequence of events cannot be inferred from it), and a trailing closure without a label is an operation.
//
// An action answers with one event or with several, suspends or does not, and wants the actor or does not. Those that
// do not suspend are called within the transition's own turn on the actor, so that nothing else on that actor
// runs in between.

extension TransducerEffect {
    /// Creates an effect from a function on the system actor that answers with an action event.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to; an
    ///   error it throws ends the run.
    @_disfavoredOverload
    @inlinable
    public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) throws -> Event) {
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
    public init<Answer: Sequence<Event> & SendableMetatype>(
        isolatedAction: @escaping @Sendable (Env, isolated any Actor) throws -> Answer
    ) {
        self.init(
            .systemActor,
            .immediate { env, actor in
                guard let actor else { throw MissingActor() }
                return try actor.withIsolation { actor in
                    Unchecked(.events(Array(try isolatedAction(env.value, actor))))
                }
            })
    }

    /// Creates an effect from an asynchronous function on the system actor that answers with an action event.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to; an
    ///   error it throws ends the run.
    @_disfavoredOverload
    @inlinable
    public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) async throws -> Event) {
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
    public init<Answer: Sequence<Event> & SendableMetatype>(
        isolatedAction: @escaping @Sendable (Env, isolated any Actor) async throws -> Answer
    ) {
        self.init(
            .systemActor,
            .suspending { env, actor in
                guard let actor else { throw MissingActor() }
                return try await actor.withIsolation { actor in
                    Unchecked(.events(Array(try await isolatedAction(env.value, actor))))
                }
            })
    }
}

extension TransducerEffect where Env: Sendable {
    /// Creates an effect from a function that answers with an action event.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and else on
    ///   the system actor; an error it throws ends the run.
    @inlinable
    public init(action: @escaping @Sendable @isolated(any) (Env) throws -> sending Event) {
        if action.isolation == nil {
            let action = Self.withoutIsolation(action)
            self.init(.ownIsolation, .immediate { env, _ in Unchecked(.event(try action(env.value))) })
        } else {
            self.init(.ownIsolation, .suspending { env, _ in Unchecked(.event(try await action(env.value))) })
        }
    }

    /// Creates an effect from a function that answers with several action events.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and else on
    ///   the system actor; an error it throws ends the run.
    @inlinable
    public init<Answer: Sequence<Event> & SendableMetatype>(
        action: @escaping @Sendable @isolated(any) (Env) throws -> sending Answer
    ) {
        if action.isolation == nil {
            let action = Self.withoutIsolation(action)
            self.init(.ownIsolation, .immediate { env, _ in Unchecked(.events(Array(try action(env.value)))) })
        } else {
            self.init(.ownIsolation, .suspending { env, _ in Unchecked(.events(Array(try await action(env.value)))) })
        }
    }

    /// Creates an effect from an asynchronous function that answers with an action event.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one; an
    ///   error it throws ends the run.
    @inlinable
    public init(action: @escaping @Sendable @isolated(any) (Env) async throws -> sending Event) {
        self.init(.ownIsolation, .suspending { env, _ in Unchecked(.event(try await action(env.value))) })
    }

    /// Creates an effect from an asynchronous function that answers with several action events.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one; an
    ///   error it throws ends the run.
    @inlinable
    public init<Answer: Sequence<Event> & SendableMetatype>(
        action: @escaping @Sendable @isolated(any) (Env) async throws -> sending Answer
    ) {
        self.init(.ownIsolation, .suspending { env, _ in Unchecked(.events(Array(try await action(env.value)))) })
    }
}

extension TransducerEffect {
    @inlinable
    init(_ place: Place, _ action: Action) {
        self.init(content: .work(Work(.action(place, action))))
    }
}

extension TransducerEffect where Env: Sendable {
    /// Makes a function that is known to have no isolation callable without `await`.
    ///
    /// `@isolated(any)` adds an isolation to what a function value carries and changes nothing about how it is called.
    /// The language offers no checked way back.
    @inlinable
    static func withoutIsolation<Answer>(
        _ function: @escaping @Sendable @isolated(any) (Env) throws -> sending Answer
    ) -> @Sendable (Env) throws -> sending Answer {
        unsafeBitCast(function, to: (@Sendable (Env) throws -> sending Answer).self)
    }
}
