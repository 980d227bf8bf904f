// An action answers with one event or with several, and it suspends or it does not. One that does not suspend is called
// within the transition's own turn on the actor, so that nothing else on that actor runs in between.
//
// A function that only throws would fit one event as well as several; the overloads for several are disfavored.

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
    @_disfavoredOverload
    @inlinable
    public init(action: @escaping @Sendable @isolated(any) (Env) throws -> sending [Event]) {
        if action.isolation == nil {
            let action = Self.withoutIsolation(action)
            self.init(.ownIsolation, .immediate { env, _ in Unchecked(.events(try action(env.value))) })
        } else {
            self.init(.ownIsolation, .suspending { env, _ in Unchecked(.events(try await action(env.value))) })
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
    @_disfavoredOverload
    @inlinable
    public init(action: @escaping @Sendable @isolated(any) (Env) async throws -> sending [Event]) {
        self.init(.ownIsolation, .suspending { env, _ in Unchecked(.events(try await action(env.value))) })
    }

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

extension TransducerEffect {
    @inlinable
    init(_ place: Place, _ action: Action) {
        self.init(content: .work(Work(.action(place, action))))
    }
}
