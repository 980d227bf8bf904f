// Inputs written by users may be unable to wait for room; the port behind every input can.

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

    /// Creates an operation that sends through the port behind its input and may return an event.
    @inlinable
    init(
        answering operation:
            @escaping @Sendable @concurrent (Env, InputPort<Event>) async throws -> Disconnected<Event>?,
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
