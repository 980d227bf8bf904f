/// The function of an operation on the system actor, with its arguments.
///
/// It is released on that actor, because it may hold the only reference to an environment projected for a child.
@usableFromInline final class BoundOperation<Event>: @unchecked Sendable {
    @usableFromInline typealias Function = @Sendable () async throws -> Disconnected<Event>?

    // Only the actor touches it.
    @exclusivity(unchecked) @usableFromInline var function: Function?

    @inlinable init(_ function: @escaping Function) { self.function = function }

    /// Performs the function on the actor, once a delay is over.
    @inlinable
    func perform(
        after sleep: (@Sendable () async throws -> Void)?, on actor: any Actor
    ) async throws -> Disconnected<Event>? {
        do { try await sleep?() } catch {
            await release(on: actor)
            throw error
        }
        return try await call(on: actor)
    }

    @inlinable func call(on actor: isolated any Actor) async throws -> Disconnected<Event>? {
        try await function.take()?()
    }

    @inlinable func release(on actor: isolated any Actor) { function = nil }
}
