import Oak

/// Searches for events that break a property.
struct PropertySearch<T: ExecutableTransducer> {
    let initialState: T.State
    let checks: Checks<T>

    /// Events, and the property that they break.
    struct Finding {
        let events: [T.Event]
        let violation: Walk<T>.Violation
    }

    init(from initialState: T.State, _ properties: [Property<T>]) {
        self.initialState = initialState
        checks = Checks(properties)
    }

    /// Tries events up to the first that breaks a property.
    func finding(in events: [T.Event], witness: Walk<T>.Witness? = nil) -> Finding? {
        var walk = Walk(state: initialState, checks: checks, witness: witness)
        var verdict = walk.initialVerdict
        for count in 0...events.count {
            switch verdict {
            case .failed(let violation): return Finding(events: Array(events.prefix(count)), violation: violation)
            case .ended: return nil
            case .goesOn: if count < events.count { verdict = walk.take(events[count]) }
            }
        }
        return nil
    }

    /// Searches for fewer events that break the same property.
    func shrunk(_ finding: Finding) -> Finding {
        ListShrinker.smallest(of: finding, finding.events) { candidate in
            self.finding(in: candidate).flatMap { $0.violation.property == finding.violation.property ? $0 : nil }
        }
    }
}
