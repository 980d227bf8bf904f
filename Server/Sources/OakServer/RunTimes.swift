#if Server
    import Oak

    /// The times of a run that an observer measures: those of its macrosteps and operations.
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    struct RunTimes {
        private var macrostep: ContinuousClock.Instant?
        private var operations: [Int: ContinuousClock.Instant] = [:]

        /// The time since the present macrostep began; `nil` before the first.
        var sinceEvent: Duration? { macrostep.map { .now - $0 } }

        /// Notes that an event is taken.
        ///
        /// - Returns: The length of the macrostep before it, unless its end was noted; `nil` within a macrostep.
        @discardableResult
        mutating func noteEvent(from origin: EventOrigin) -> Duration? {
            if origin == .action, macrostep != nil { return nil }
            let now = ContinuousClock.now
            defer { macrostep = now }
            return macrostep.map { now - $0 }
        }

        /// Notes the end of a macrostep.
        ///
        /// - Returns: Its length; `nil` if none is under way.
        mutating func noteEnd() -> Duration? {
            defer { macrostep = nil }
            return macrostep.map { .now - $0 }
        }

        mutating func noteBeginning(of effect: EffectSummary) {
            if effect.number != 0 { operations[effect.number] = .now }
        }

        /// - Returns: The time since the effect began; `nil` for one that has no time.
        mutating func noteEnd(of effect: EffectSummary) -> Duration? {
            operations.removeValue(forKey: effect.number).map { .now - $0 }
        }
    }
#endif
