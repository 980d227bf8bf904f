package import Oak

/// The times of a run that an observer measures: those of its macrosteps and operations.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
package struct RunTimes {
    private var macrostep: (start: ContinuousClock.Instant, end: ContinuousClock.Instant)?
    private var operations: [Int: ContinuousClock.Instant] = [:]

    package init() {}

    /// The time since the present macrostep began; `nil` before the first.
    package var sinceEvent: Duration? { macrostep.map { ContinuousClock.now - $0.start } }

    /// Notes that an event is taken.
    ///
    /// - Returns: The length of the macrostep before it, up to its last transition or effect; `nil` within a macrostep,
    ///   and before the first one ends.
    package mutating func noteEvent(from origin: EventOrigin) -> Duration? {
        if origin == .action, macrostep != nil { return nil }
        let last = noteEnd()
        let now = ContinuousClock.now
        macrostep = (now, now)
        return last
    }

    /// Notes a transition or an effect of the present macrostep.
    package mutating func noteStep() { macrostep?.end = .now }

    /// Notes the end of the run.
    ///
    /// - Returns: The length of the last macrostep.
    package mutating func noteEnd() -> Duration? {
        defer { macrostep = nil }
        return macrostep.map { $0.end - $0.start }
    }

    package mutating func noteBeginning(of effect: EffectSummary) {
        if effect.number != 0 { operations[effect.number] = .now }
    }

    /// - Returns: The time since the effect began; `nil` for one that has no time.
    package mutating func noteEnd(of effect: EffectSummary) -> Duration? {
        operations.removeValue(forKey: effect.number).map { .now - $0 }
    }
}
