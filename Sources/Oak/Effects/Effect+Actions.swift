extension TransducerEffect {
    /// An action event: processed next, before any other event.
    ///
    /// - Parameter event: The event to process.
    /// - Returns: An effect that allocates nothing.
    @inlinable public static func event(_ event: Event) -> Self { Self(content: .event(event, .own)) }

    /// Several action events: processed next, in this order, each with everything it leads to.
    ///
    /// If the first of two events leads to an action event of its own, that one is processed before the second.
    ///
    /// - Parameter events: The events to process.
    @inlinable public static func events(_ events: [Event]) -> Self { Self(content: .events(events, .own)) }

    /// Cancels the live effect with the given identity, if any.
    ///
    /// From this moment no event of that effect is processed, not even one that already waits in the mailbox. The
    /// effect may take a while to return; as a step of a `sequence(_:)`, the cancellation lasts until it has.
    ///
    /// - Parameter id: The identity given to the effect when it was created.
    @inlinable public static func cancelTask(_ id: some Hashable & Sendable) -> Self {
        Self(.cancellation, Work.Traits(id: EffectID(id)))
    }

    /// An effect that does nothing.
    @inlinable static var nothing: Self { Self(content: .events([], .own)) }
}

// MARK: - Actions

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
    public init(action: @escaping @Sendable (Env) async throws -> Event) {
        self.init(.ownIsolation, .suspending { env, _ in SystemIsolated(.event(try await action(env.value))) })
    }

    /// Creates an action from a function that returns several action events.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and
    ///   otherwise on the system actor. An error it throws ends the run.
    @_disfavoredOverload
    public init(action: @escaping @Sendable (Env) async throws -> [Event]) {
        self.init(.ownIsolation, .suspending { env, _ in SystemIsolated(.events(try await action(env.value))) })
    }
}

extension TransducerEffect {
    @usableFromInline init(_ place: EffectPlace, _ action: Action) {
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
    public static func action(_ action: @escaping @Sendable (Env) async throws -> [Event]) -> Effect {
        Effect(action: action)
    }
}

// MARK: - Isolated actions

// An unlabelled trailing closure could match both an isolated action and an operation when its body does not decide.
// The compiler ranks an optional parameter below a non-optional one, so such a closure becomes an operation.

extension TransducerEffect {
    /// Creates an action on the system actor from a function that returns an action event.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to. An error
    ///   it throws ends the run. `nil` does nothing.
    public init(isolatedAction: (@Sendable (Env, isolated any Actor) throws -> Event)?) {
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
    public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) throws -> [Event]) {
        self.init(onSystemActor: { env, actor in .events(try isolatedAction(env, actor)) })
    }

    /// Creates an action on the system actor from an asynchronous function that returns an action event.
    ///
    /// The macrostep waits for the function; no other event is processed in the meantime.
    ///
    /// - Parameter isolatedAction: Called with the environment and the actor that the machine is isolated to. An error
    ///   it throws ends the run. `nil` does nothing.
    public init(isolatedAction: (@Sendable (Env, isolated any Actor) async throws -> Event)?) {
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
    public init(isolatedAction: @escaping @Sendable (Env, isolated any Actor) async throws -> [Event]) {
        self.init(suspendingOnSystemActor: { env, actor in .events(try await isolatedAction(env, actor)) })
    }

    init(onSystemActor action: @escaping @Sendable (Env, isolated any Actor) throws -> Self) {
        self.init(
            .systemActor,
            .immediate { env, actor in
                guard let actor else { throw MissingActor() }
                return try actor.withIsolation { actor in SystemIsolated(try action(env.value, actor)) }
            })
    }

    init(suspendingOnSystemActor action: @escaping @Sendable (Env, isolated any Actor) async throws -> Self) {
        self.init(
            .systemActor,
            .suspending { env, actor in
                guard let actor else { throw MissingActor() }
                return try await actor.withIsolation { actor in SystemIsolated(try await action(env.value, actor)) }
            })
    }
}
