// An input of somebody's own need not be able to wait for room; the port behind it is.

extension TransducerEffect where Env: Sendable {
    /// Creates an operation that sends through the port behind its input.
    @inlinable
    init(
        identity: EffectID?, replacing replacement: EffectReplacement = .atOnce, handler: Handler? = nil,
        _ operation: @escaping @Sendable @concurrent (Env, InputPort<Event>) async throws -> Void
    ) {
        self.init(
            answering: { env, port in
                try await operation(env, port)
                return nil
            }, Work.Traits(id: identity, replacement: replacement, handler: handler))
    }

    /// Creates an operation that sends through the port behind its input, and may answer with an event at its end.
    @inlinable
    init(
        answering operation: @escaping @Sendable @concurrent (Env, InputPort<Event>) async throws -> Unchecked<Event>?,
        _ traits: Work.Traits
    ) {
        self.init(
            .operation(
                .lifted(.ownIsolation) { env, port, _ in
                    let env = env.value
                    return { try await operation(env, port) }
                }), traits)
    }
}
