/// An effect wants the system actor and was not given one. The run loop gives it, so no user ever sees this error.
@usableFromInline
struct MissingActor: Error {
    @inlinable init() {}
}

extension Actor {
    /// Calls a function isolated to this actor from code that runs on it, without suspending.
    @inlinable
    nonisolated func withIsolation<Result>(
        _ body: @Sendable (isolated any Actor) throws -> Unchecked<Result>
    ) rethrows -> Unchecked<Result> {
        try assumeIsolated { actor in try body(actor) }
    }

    /// Calls a function isolated to this actor; what it returns has not left the actor yet.
    @inlinable
    func withIsolation<Result>(
        _ body: @Sendable (isolated any Actor) async throws -> Unchecked<Result>
    ) async rethrows -> Unchecked<Result> {
        try await body(self)
    }
}
