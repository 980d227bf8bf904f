@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable {
    /// Creates an effect from a function that works beside the machine, after a delay.
    ///
    /// Until the delay is over the operation counts as live: it can be cancelled and replaced by its identity.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins, and its delay with it, if another effect of that name is live; at once by default.
    ///   - operation: Called with the environment and an input of the machine when the delay is over.
    ///   - duration: How long to wait, in the clock's unit. More than a century is a century, zero or less is no wait.
    ///   - tolerance: How much longer the wait may take; `nil` leaves that to the clock.
    ///   - clock: The clock that measures the delay.
    @inlinable
    public init<C: Clock>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void,
        after duration: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C = ContinuousClock()
    ) {
        let pause = Pause(for: duration, tolerance: tolerance, clock: clock)
        self.init(operation: operation, identity: id.map { EffectID($0) }, pause: pause, replacing: replacement)
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect {
    /// Creates an effect from a function that works beside the machine, on the system actor, after a delay.
    ///
    /// Until the delay is over the operation counts as live: it can be cancelled and replaced by its identity.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When it begins, and its delay with it, if another effect of that name is live; at once by default.
    ///   - isolatedOperation: Called with the environment, an input of the machine, and the actor that the
    ///     machine is isolated to, when the delay is over.
    ///   - duration: How long to wait, in the clock's unit. More than a century is a century, zero or less is no wait.
    ///   - tolerance: How much longer the wait may take; `nil` leaves that to the clock.
    ///   - clock: The clock that measures the delay.
    @inlinable
    public init<C: Clock>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        isolatedOperation: @escaping @Sendable (Env, Input, isolated any Actor) async throws -> Void,
        after duration: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C = ContinuousClock()
    ) {
        let pause = Pause(for: duration, tolerance: tolerance, clock: clock)
        self.init(
            isolatedOperation: isolatedOperation, identity: id.map { EffectID($0) }, pause: pause,
            replacing: replacement)
    }

    /// How long an operation waits before it begins; `nil` if it does not, or if its clock has durations of its own.
    @inlinable
    public var delay: Duration? {
        guard case .work(let work) = content else { return nil }
        return work.pause?.duration as? Duration
    }
}
