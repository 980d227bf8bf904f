extension TransducerEffect {
    /// Carries out effects one after another: each begins when the one before it has ended.
    ///
    /// An action has ended when its events, and everything they lead to, have been processed. An operation has ended
    /// when its function has returned and everything it sent has been processed. Cancelling a step also cancels the
    /// steps after it.
    ///
    /// A cancellation has ended when everything with that identity has returned, which leaves the resource to the next
    /// step:
    ///
    /// ```swift
    /// enum Recorder: EffectTransducer {
    ///     struct State: NonTerminal {}
    ///     enum Event: Sendable { case record, erase, recorded(Int), erased }
    ///     struct Env: Sendable {
    ///         var record: @Sendable () async throws -> Int
    ///         var erase: @Sendable () async throws -> Void
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .record:
    ///             Effect(id: "recording", { env in try await env.record() }, success: Event.recorded)
    ///         case .erase:
    ///             .sequence(
    ///                 .cancelTask("recording"),
    ///                 Effect(id: "erasing", { env in try await env.erase() }, success: .erased))
    ///         case .recorded, .erased: nil
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// If nothing with that identity is live, or only the sequence itself, the next step begins at once. The waiting
    /// sequence does not hold the identity, so another cancellation of it does not end the sequence. To restart an
    /// operation under its own identity, replace it with ``EffectReplacement/afterReturn`` instead.
    ///
    /// - Parameters:
    ///   - id: The identity that cancels the whole sequence; a live effect with the same identity is cancelled first.
    ///     Without one the sequence is private to this effect.
    ///   - effects: The steps.
    public static func sequence(id: some Hashable & Sendable = _Unnamed(), _ effects: Self...) -> Self {
        sequence(id: id, effects)
    }

    /// Carries out effects one after another: each begins when the one before it has ended.
    ///
    /// - Parameters:
    ///   - id: The identity that cancels the whole sequence; a live effect with the same identity is cancelled first.
    ///   - effects: The steps.
    public static func sequence(id: some Hashable & Sendable = _Unnamed(), _ effects: [Self]) -> Self {
        Self(.sequence(effects), Work.Traits(id: EffectID.naming(id)))
    }

    /// Carries out effects side by side: operations run at the same time, actions in the given order.
    ///
    /// - Parameters:
    ///   - id: The identity that cancels the whole combination; a live effect with the same identity is cancelled
    ///     first. Without one the combination is private to this effect.
    ///   - effects: The parts.
    public static func combine(id: some Hashable & Sendable = _Unnamed(), _ effects: Self...) -> Self {
        combine(id: id, effects)
    }

    /// Carries out effects side by side: operations run at the same time, actions in the given order.
    ///
    /// - Parameters:
    ///   - id: The identity that cancels the whole combination; a live effect with the same identity is cancelled
    ///     first.
    ///   - effects: The parts.
    public static func combine(id: some Hashable & Sendable = _Unnamed(), _ effects: [Self]) -> Self {
        Self(.combination(effects), Work.Traits(id: EffectID.naming(id)))
    }

    /// Carries out several effects independently of each other, skipping those that are `nil`.
    ///
    /// An `update` that adds an effect of its own to that of a child returns `.all(step.effect, mine)`. The effects
    /// begin in the given order, as if different transitions had returned them, and form no composition: cancelling one
    /// of them leaves the others alone.
    ///
    /// - Parameter effects: The effects, each of which may be `nil`.
    /// - Returns: An effect that stands for all of them, or `nil` if none is given.
    @inlinable public static func all(_ effects: Self?...) -> Self? { all(effects.compactMap { $0 }) }

    /// Carries out several effects independently of each other.
    ///
    /// - Parameter effects: The effects.
    /// - Returns: An effect that stands for all of them, or `nil` if none is given.
    @inlinable public static func all(_ effects: [Self]) -> Self? {
        effects.count > 1 ? Self(.list(effects)) : effects.first
    }
}
