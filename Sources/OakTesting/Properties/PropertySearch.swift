public import Oak

/// Searches for events that break a property.
@usableFromInline
struct PropertySearch<T: ExecutableTransducer> {
    @usableFromInline let initialState: T.State
    @usableFromInline let checks: Checks<T>

    /// Events, and the property that they break.
    @usableFromInline struct Finding {
        @usableFromInline let events: [T.Event]
        @usableFromInline let violation: Walk<T>.Violation

        @inlinable
        init(_ events: [T.Event], _ violation: Walk<T>.Violation) {
            (self.events, self.violation) = (events, violation)
        }
    }

    @inlinable
    init(from initialState: T.State, _ properties: [Property<T>]) {
        self.initialState = initialState
        checks = Checks(properties)
    }

    /// Tries random events.
    ///
    /// - Returns: The number of events up to the failure; `nil` if none fails.
    @inlinable
    func countToFailure(_ events: Generator<T.Event>, random: SeededGenerator, length: Int) -> Int? {
        var random = random
        var walk = Walk(from: initialState, checks: checks)
        switch walk.initialVerdict {
        case .failed: return 0
        case .ended: return nil
        case .goesOn: break
        }
        for count in 0..<length {
            switch walk.take(events.value(using: &random)) {
            case .failed: return count + 1
            case .ended: return nil
            case .goesOn: break
            }
        }
        return nil
    }

    /// Tries events up to the first that breaks a property.
    @inlinable
    func finding(in events: [T.Event], witness: Walk<T>.Witness? = nil) -> Finding? {
        var walk = Walk(from: initialState, checks: checks, witness: witness)
        var verdict = walk.initialVerdict
        for count in 0...events.count {
            switch verdict {
            case .failed(let violation): return Finding(Array(events.prefix(count)), violation)
            case .ended: return nil
            case .goesOn: if count < events.count { verdict = walk.take(events[count]) }
            }
        }
        return nil
    }

    /// Checks the properties that depend on everything that can follow a state.
    @usableFromInline
    func dependence(on state: T.State, after events: [T.Event]) -> Finding? {
        for (index, explore) in checks.futures {
            if let detour = explore(state) {
                return Finding(events + detour.events, Walk<T>.Violation(property: index, reason: detour.reason))
            }
        }
        return nil
    }

    /// Searches for fewer events that break the same property.
    @inlinable
    func shrunk(_ finding: Finding) -> Finding {
        shrink(finding) { self.finding(in: $0) }
    }

    @usableFromInline
    func shrink(_ finding: Finding, trying attempt: ([T.Event]) -> Finding?) -> Finding {
        var best = finding
        var shrinker = ListShrinker(finding.events)
        while let candidate = shrinker.next() {
            guard let shorter = attempt(candidate), shorter.violation.property == finding.violation.property else {
                continue
            }
            shrinker.accept()
            best = shorter
        }
        return best
    }
}

extension Generator {
    /// Makes several values from a copy of a source, which itself stays unchanged.
    @usableFromInline
    func values(_ count: Int, from random: SeededGenerator) -> [Value] {
        var random = random
        return values(count, using: &random)
    }
}
