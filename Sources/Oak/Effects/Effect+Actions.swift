// An action answers with one event or with several. Whether it suspends, and whether it names a global actor, is the closure's
// own affair: both come as one asynchronous function that stays on the caller's actor, the system actor, until it has to leave.
//
// A function that only throws would fit one event as well as several; the overloads for several are disfavored.

extension TransducerEffect where Env: Sendable {
    /// Creates an effect from a function that answers with an action event.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and else on
    ///   the system actor; an error it throws ends the run.
    @inlinable
    public init(action: @escaping @Sendable (Env) async throws -> Event) {
        self.init(.ownIsolation, .suspending { env, _ in Unchecked(.event(try await action(env.value))) })
    }

    /// Creates an effect from a function that answers with several action events.
    ///
    /// The macrostep waits for the function: no other event is processed meanwhile.
    ///
    /// - Parameter action: Called with the environment, on the function's own global actor if it names one and else on
    ///   the system actor; an error it throws ends the run.
    @_disfavoredOverload
    @inlinable
    public init(action: @escaping @Sendable (Env) async throws -> [Event]) {
        self.init(.ownIsolation, .suspending { env, _ in Unchecked(.events(try await action(env.value))) })
    }
}

extension TransducerEffect {
    @inlinable
    init(_ place: Place, _ action: Action) {
        self.init(.action(place, action))
    }
}
