extension TransducerEffect where Env: Sendable {
    /// Creates an effect from a function that works beside the machine.
    ///
    /// The function runs in a task of its own. It sends events through its input, as many as it likes. When it
    /// is cancelled — by ``cancelTask(_:)``, by another operation with its identity, by the end of the
    /// machine — its task is cancelled and nothing it has sent or will send is processed any more. The run
    /// does not end before the function has returned.
    ///
    /// - Parameter operation: Called with the environment and an input of the machine, on the function's own
    ///   global actor if it names one. An error it throws ends the run, unless the operation was cancelled
    ///   or ``catch(_:)`` says what it means.
    @inlinable
    public init(operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void) {
        self.init(operation: operation, identity: nil, pause: nil)
    }

    /// Creates an effect from a function that works beside the machine, under a name.
    ///
    /// A live operation of the same name is cancelled first.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation: any `Hashable` and `Sendable` value.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment and an input of the machine, on the function's own
    ///     global actor if it names one. An error it throws ends the run, unless the operation was cancelled
    ///     or ``catch(_:)`` says what it means.
    @inlinable
    public init(
        id: some Hashable & Sendable,
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void
    ) {
        self.init(operation: operation, identity: EffectID(id), pause: nil, replacing: replacement)
    }

    @inlinable
    init(
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void,
        identity: EffectID?,
        pause: Pause?,
        replacing replacement: EffectReplacement = .atOnce
    ) {
        self.init(
            .operation(.ownIsolation(operation)),
            Work.Traits(id: identity, pause: pause, replacement: replacement))
    }
}

extension TransducerEffect {
    /// Creates an effect from a function that works beside the machine, on the system actor.
    ///
    /// - Parameter isolatedOperation: Called with the environment, an input of the machine, and the actor that
    ///   the machine is isolated to. An error it throws ends the run, unless the operation was cancelled
    ///   or ``catch(_:)`` says what it means.
    @inlinable
    public init(isolatedOperation: @escaping @Sendable (Env, Input, isolated any Actor) async throws -> Void) {
        self.init(isolatedOperation: isolatedOperation, identity: nil, pause: nil)
    }

    /// Creates an effect from a function that works beside the machine, on the system actor, under a name.
    ///
    /// A live operation of the same name is cancelled first.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation: any `Hashable` and `Sendable` value.
    ///   - replacement: When it begins if another effect of that name is live; at once by default.
    ///   - isolatedOperation: Called with the environment, an input of the machine, and the actor that the
    ///     machine is isolated to. An error it throws ends the run, unless the operation was cancelled
    ///     or ``catch(_:)`` says what it means.
    @inlinable
    public init(
        id: some Hashable & Sendable,
        replacing replacement: EffectReplacement = .atOnce,
        isolatedOperation: @escaping @Sendable (Env, Input, isolated any Actor) async throws -> Void
    ) {
        self.init(isolatedOperation: isolatedOperation, identity: EffectID(id), pause: nil, replacing: replacement)
    }

    @inlinable
    init(
        isolatedOperation: @escaping @Sendable (Env, Input, isolated any Actor) async throws -> Void,
        identity: EffectID?,
        pause: Pause?,
        replacing replacement: EffectReplacement = .atOnce
    ) {
        self.init(
            .operation(.systemActor(isolatedOperation)),
            Work.Traits(id: identity, pause: pause, replacement: replacement))
    }
}
