public import Oak

/// A finding that is accepted, with the reason.
///
/// The report prints the reason beside the finding. An exemption that exempts nothing is a finding itself, so that it
/// does not outlive its reason.
public struct GraphExemption<Machine: ExecutableTransducer> {
    let check: GraphCheck
    let reason: String
    let applies: (GraphFinding<Machine>) -> Bool
}

extension GraphExemption {
    /// Exempts all findings of a check.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - reason: The reason, for the report.
    public init(_ check: GraphCheck, because reason: String) {
        self.init(check: check, reason: reason) { _ in true }
    }

    /// Exempts the findings of a check in the states, and on the events, that satisfy a condition.
    ///
    /// A finding without a state, such as an event that no state handles, is not among them.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - reason: The reason, for the report.
    ///   - condition: Receives the state of the finding, and its event if it has one.
    public init(
        _ check: GraphCheck, because reason: String,
        where condition: @escaping (_ state: Machine.State, _ event: Machine.Event?) -> Bool
    ) {
        self.init(check: check, reason: reason) { finding in finding.state.map { condition($0, finding.event) } ?? false
        }
    }

    /// Exempts the findings of a check on the events that satisfy a condition, in each state.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - reason: The reason, for the report.
    ///   - condition: Receives the event of the finding.
    public init(
        _ check: GraphCheck, because reason: String, whereEvent condition: @escaping (_ event: Machine.Event) -> Bool
    ) {
        self.init(check: check, reason: reason) { finding in finding.event.map(condition) ?? false }
    }
}

extension GraphExemption where Machine.State: Equatable {
    /// Exempts the findings of a check in one state.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - state: The state of the finding.
    ///   - reason: The reason, for the report.
    public init(_ check: GraphCheck, in state: Machine.State, because reason: String) {
        self.init(check, because: reason, where: { found, _ in found == state })
    }
}

extension GraphExemption where Machine.Event: Equatable {
    /// Exempts the findings of a check on one event, in each state.
    ///
    /// - Parameters:
    ///   - check: The check.
    ///   - event: The event of the finding.
    ///   - reason: The reason, for the report.
    public init(_ check: GraphCheck, on event: Machine.Event, because reason: String) {
        self.init(check, because: reason, whereEvent: { $0 == event })
    }
}
