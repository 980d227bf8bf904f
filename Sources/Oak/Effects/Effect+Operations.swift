extension TransducerEffect where Env: Sendable {
    /// Creates an operation from a function that runs beside the machine.
    ///
    /// The function runs in a task of its own and sends any number of events through its input. ``cancelTask(_:)``,
    /// another operation with the same identity, or the end of the machine cancels it: its task is cancelled, and
    /// nothing that it has sent or will send is processed any more. The run does not end before the function has
    /// returned.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation, any `Hashable` and `Sendable` value; without one it is private to
    ///     this effect. A live operation with the same identity is cancelled first.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - operation: Called with the environment and an input of the machine, on the function's own global actor if it
    ///     names one. An error it throws ends the run, unless the operation was cancelled or ``catch(_:)`` handles the
    ///     error.
    @inlinable public init(
        id: some Hashable & Sendable = _Unnamed(),
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void
    ) {
        self.init(.ownIsolation(operation), id: id, replacing: replacement)
    }
}

extension TransducerEffect {
    /// Creates an operation on the system actor from a function that runs beside the machine.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation, any `Hashable` and `Sendable` value; without one it is private to
    ///     this effect. A live operation with the same identity is cancelled first.
    ///   - replacement: When to begin if an effect with the same identity is live; at once by default.
    ///   - isolatedOperation: Called with the environment, an input of the machine, and the actor that the machine is
    ///     isolated to. An error it throws ends the run, unless the operation was cancelled or ``catch(_:)`` handles
    ///     the error.
    @inlinable public init(
        id: some Hashable & Sendable = _Unnamed(),
        replacing replacement: EffectReplacement = .atOnce,
        isolatedOperation: @escaping @Sendable (Env, Input, isolated any Actor) async throws -> Void
    ) {
        self.init(.systemActor(isolatedOperation), id: id, replacing: replacement)
    }
}

/// When to begin an operation that replaces another with the same identity.
public enum EffectReplacement: Hashable, Sendable {
    /// At once: the earlier operation is cancelled but may take a while to return.
    case atOnce

    /// When everything with the same identity has returned, so that two never run at the same time.
    ///
    /// Until then the operation counts as live: it can be cancelled or replaced, and then never begins.
    case afterReturn
}
