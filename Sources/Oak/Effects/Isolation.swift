/// An effect needs the system actor but received none. The run loop always supplies it, so no user ever sees this
/// error.
@usableFromInline struct MissingActor: Error {
    @inlinable init() {}
}

extension Actor {
    /// Calls a function isolated to this actor from code that already runs on it, without suspending.
    nonisolated func withIsolation<Result>(
        _ body: @Sendable (isolated any Actor) throws -> SystemIsolated<Result>
    ) rethrows -> SystemIsolated<Result> {
        try assumeIsolated { actor in try body(actor) }
    }

    /// Calls a function isolated to this actor; its result has not left the actor yet.
    func withIsolation<Result>(
        _ body: @Sendable (isolated any Actor) async throws -> SystemIsolated<Result>
    ) async rethrows -> SystemIsolated<Result> {
        try await body(self)
    }
}

/// A value accessed only on the system actor of its run.
///
/// The value crosses functions without static isolation, such as the closures of effects, which the run loop calls on
/// that actor. An operation off the actor receives its environment this way only if the environment is `Sendable`, as
/// the initializers of effects require.
@usableFromInline struct SystemIsolated<Value>: @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable init(_ value: Value) { self.value = value }
}

/// A value that never changes and that any thread may read.
///
/// The wrapped values are metatypes, which are immutable, or objects made of `Sendable` constants.
@usableFromInline struct Immutable<Value>: @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable init(_ value: Value) { self.value = value }
}

/// A value in transit: its previous owner has given it up for the next one.
///
/// Only one thread at a time can reach the value: it arrived as `sending`, came out of a function whose result nothing
/// else holds, or is handed over behind a lock. The compiler loses track of that where a closure captures the value.
@usableFromInline struct Disconnected<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline var value: Value

    @inlinable init(_ value: consuming Value) { self.value = value }
}

extension Disconnected: Copyable where Value: Copyable {}
