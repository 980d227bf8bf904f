extension TransducerEffect {
    /// Returns the same effect with its errors turned into events.
    ///
    /// Without `catch`, an error that an effect throws ends the run. With it, the machine handles the error as an
    /// event:
    ///
    /// ```swift
    /// enum Upload: EffectTransducer {
    ///     enum State: NonTerminal { case idle, sending, failed(String) }
    ///     enum Event: Sendable { case start, sent, failed(String) }
    ///     struct Env: Sendable { var send: @Sendable () async throws -> Void }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .start:
    ///             state = .sending
    ///             return Effect(id: "upload") { env, input in
    ///                 try await env.send()
    ///                 try input.send(.sent)
    ///             }
    ///             .catch { error in .failed("\(error)") }
    ///         case .sent: state = .idle
    ///         case .failed(let reason): state = .failed(reason)
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// The event of an operation is processed after everything that the operation sent; that of an action is an action
    /// event. Around a composition, the first error cancels the rest of it. The innermost `catch` applies. Each effect
    /// of a list made by `all(_:)` is handled separately. Errors of cancelled operations produce no event.
    ///
    /// - Parameter handler: Turns the error into an event.
    /// - Returns: An effect whose errors do not end the run.
    public func `catch`(_ handler: @escaping @Sendable (any Error) -> Event) -> Self { catching(handler) }

    /// - Parameter handler: Turns the error into an event; returns `nil` when nothing is left to receive it.
    @usableFromInline func catching(_ handler: @escaping Handler) -> Self {
        folded(
            isBranch: { if case .list = $0.form { true } else { false } },
            leaf: { effect in
                guard case .work(let work) = effect.content, work.traits.handler == nil else { return effect }
                var traits = work.traits
                traits.handler = handler
                return Self(work.form, traits)
            },
            branch: { work, parts in work.with(parts) }) ?? self
    }
}
