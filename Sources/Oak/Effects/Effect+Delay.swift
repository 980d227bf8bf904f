@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect where Env: Sendable {
    /// Creates an operation that begins after a delay.
    ///
    /// The operation counts as live during the delay: it can already be cancelled by its identity, or replaced.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation; `nil` makes it private to this effect.
    ///   - replacement: When to begin, delay included, if an effect with the same identity is live; at once by default.
    ///   - operation: Called after the delay with the environment and an input of the machine.
    ///   - duration: How long to wait, in the clock's unit. Durations above a century count as a century; zero or less
    ///     does not wait.
    ///   - tolerance: How much longer the wait may take; `nil` leaves that to the clock.
    ///   - clock: The clock that measures the delay.
    public init<C: Clock>(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void,
        after duration: C.Duration,
        tolerance: C.Duration? = nil,
        clock: C = ContinuousClock()
    ) {
        self.init(
            .operation(.ownIsolation(operation)),
            Work.Traits(
                id: id.map { EffectID($0) }, startDelay: StartDelay(for: duration, tolerance: tolerance, clock: clock),
                replacement: replacement))
    }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect {
    /// How long an operation waits before it begins; `nil` without a wait, or if the clock has its own type of
    /// duration.
    public var delay: Duration? {
        guard case .work(let work) = content else { return nil }
        return work.startDelay?.duration as? Duration
    }
}

// Never callable: the declaration below exists for its diagnostic, as other effects with a delay take key paths.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension TransducerEffect {
    @available(*, unavailable, message: "pass a clock, such as 'ContinuousClock()': this one is part of the effect")
    public init(
        id: (some Hashable & Sendable)? = EffectID?.none,
        replacing replacement: EffectReplacement = .atOnce,
        operation: @escaping @Sendable @concurrent (Env, Input) async throws -> Void,
        after duration: Duration,
        tolerance: Duration? = nil,
        clock: @escaping @Sendable (Env) -> any Clock<Duration>
    ) {
        while true {}
    }
}
