extension TransducerEffect {
    /// Carries effects out one after the other: each starts when the one before it has ended.
    ///
    /// An action has ended when its events, and everything they lead to, are processed; an operation has ended
    /// when its function has returned and what it sent is processed. Cancelling a step cancels the steps that
    /// come after it.
    ///
    /// A cancellation has ended when all that bears that name has returned, so that the next step has the resource to itself:
    ///
    /// ```swift
    /// enum Recorder: EffectTransducer {
    ///     struct State: NonTerminal {}
    ///     enum Event: Sendable { case restart, written(Int) }
    ///     struct Env: Sendable { var write: @Sendable () async throws -> Int }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .restart:
    ///             .sequence(
    ///                 .cancelTask("writer"),
    ///                 Effect(id: "writer", { env in try await env.write() }, success: Event.written))
    ///         case .written: nil
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// If nothing of that name is live, or only the sequence itself, the next step begins at once.
    ///
    /// - Parameter effects: The steps.
    @inlinable
    public static func sequence(_ effects: Self...) -> Self { sequence(effects) }

    /// Carries effects out one after the other: each starts when the one before it has ended.
    ///
    /// - Parameter effects: The steps.
    @inlinable
    public static func sequence(_ effects: [Self]) -> Self {
        Self(.sequence(effects))
    }

    /// Carries effects out one after the other, under a name by which all of them can be cancelled.
    ///
    /// - Parameters:
    ///   - id: The identity of the sequence; a live effect of the same identity is cancelled first.
    ///   - effects: The steps.
    @inlinable
    public static func sequence(id: some Hashable & Sendable, _ effects: Self...) -> Self {
        sequence(id: id, effects)
    }

    /// Carries effects out one after the other, under a name by which all of them can be cancelled.
    ///
    /// - Parameters:
    ///   - id: The identity of the sequence; a live effect of the same identity is cancelled first.
    ///   - effects: The steps.
    @inlinable
    public static func sequence(id: some Hashable & Sendable, _ effects: [Self]) -> Self {
        Self(.sequence(effects), Work.Traits(id: EffectID(id)))
    }

    /// Carries effects out side by side: operations run at the same time, actions in the order given.
    ///
    /// - Parameter effects: The parts.
    @inlinable
    public static func combine(_ effects: Self...) -> Self { combine(effects) }

    /// Carries effects out side by side: operations run at the same time, actions in the order given.
    ///
    /// - Parameter effects: The parts.
    @inlinable
    public static func combine(_ effects: [Self]) -> Self {
        Self(.combination(effects))
    }

    /// Carries effects out side by side, under a name by which all of them can be cancelled.
    ///
    /// - Parameters:
    ///   - id: The identity of the combination; a live effect of the same identity is cancelled first.
    ///   - effects: The parts.
    @inlinable
    public static func combine(id: some Hashable & Sendable, _ effects: Self...) -> Self {
        combine(id: id, effects)
    }

    /// Carries effects out side by side, under a name by which all of them can be cancelled.
    ///
    /// - Parameters:
    ///   - id: The identity of the combination; a live effect of the same identity is cancelled first.
    ///   - effects: The parts.
    @inlinable
    public static func combine(id: some Hashable & Sendable, _ effects: [Self]) -> Self {
        Self(.combination(effects), Work.Traits(id: EffectID(id)))
    }

    /// Carries out whatever of several effects there is, each for itself.
    ///
    /// An `update` that has an effect of its own beside that of a child returns `.all(step.effect, mine)`.
    /// They begin in the order given, as those of different transitions would, and are no composition: cancelling one of them does
    /// not touch the others.
    ///
    /// - Parameter effects: The effects, each of which may be `nil`.
    /// - Returns: An effect that stands for them, or `nil` if there is none.
    @inlinable
    public static func all(_ effects: Self?...) -> Self? { all(effects.compactMap { $0 }) }

    /// Carries effects out, each for itself.
    ///
    /// - Parameter effects: The effects.
    /// - Returns: An effect that stands for them, or `nil` if there is none.
    @inlinable
    public static func all(_ effects: [Self]) -> Self? {
        effects.count > 1 ? Self(.list(effects)) : effects.first
    }

    /// Carries effects out side by side; another name for `combine(_:)`.
    ///
    /// - Parameter effects: The parts.
    @inlinable
    public static func merge(_ effects: Self...) -> Self { combine(effects) }

    /// Carries effects out side by side; another name for `combine(_:)`.
    ///
    /// - Parameter effects: The parts.
    @inlinable
    public static func merge(_ effects: [Self]) -> Self { combine(effects) }
}
