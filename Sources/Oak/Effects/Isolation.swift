/// An effect needs the system actor but received none. The run loop always supplies it, so no user ever sees this
/// error.
@usableFromInline
struct MissingActor: Error {
    @inlinable init() {}
}

extension Actor {
    /// Calls a function isolated to this actor from code that already runs on it, without suspending.
    @inlinable
    nonisolated func withIsolation<Result>(
        _ body: @Sendable (isolated any Actor) throws -> SystemIsolated<Result>
    ) rethrows -> SystemIsolated<Result> {
        try assumeIsolated { actor in try body(actor) }
    }

    /// Calls a function isolated to this actor; its result has not left the actor yet.
    @inlinable
    func withIsolation<Result>(
        _ body: @Sendable (isolated any Actor) async throws -> SystemIsolated<Result>
    ) async rethrows -> SystemIsolated<Result> {
        try await body(self)
    }
}
