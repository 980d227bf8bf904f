public import Oak

/// A counterexample to a check or a property.
public struct GraphFinding<Machine: ExecutableTransducer>: CustomStringConvertible {
    /// The check or property that fails.
    public enum Subject: Hashable, Sendable {
        /// A check of the structure.
        case check(GraphCheck)
        /// A property, by its name.
        case property(String)
        /// An exemption that exempts nothing.
        case exemption(String)
    }

    /// The check or property that fails.
    public let subject: Subject

    /// The fault in a sentence.
    public let message: String

    /// The way to the fault; `nil` if the fault is something missing.
    ///
    /// - Complexity: O(*l* · *e*) for a path of *l* events and *e* events of the alphabet.
    public var path: GraphPath<Machine>? {
        switch place {
        case .state(let number, let graph): graph.path(to: number)
        case .path(let path): path
        case .missing, .nowhere: nil
        }
    }

    // A graph may have millions of findings, most of which nobody reads.
    enum Place {
        case state(Int, StateGraph<Machine>)
        case path(GraphPath<Machine>)
        /// A state that cannot be reached.
        case missing(Machine.State)
        case nowhere
    }

    let place: Place

    /// The state of the fault, or the state that cannot be reached; `nil` if the fault belongs to no state.
    public var state: Machine.State? {
        switch place {
        case .state(let number, let graph): graph.space.states[number]
        case .path(let path): path.end
        case .missing(let state): state
        case .nowhere: nil
        }
    }

    /// The event at the end of the path; `nil` if the fault is the state itself.
    public let event: Machine.Event?

    /// The reason why the finding is exempted; `nil` if it counts.
    public internal(set) var exemption: String?

    init(
        _ subject: Subject, _ message: String, at place: Place = .nowhere, event: Machine.Event? = nil
    ) {
        self.subject = subject
        self.message = message
        self.place = place
        self.event = event
    }

    /// The fault and the way through it.
    public var description: String {
        let lines = [message] + (counterexample.map { ["\($0)"] } ?? []) + (exemption.map { ["Exempted: \($0)"] } ?? [])
        return lines.joined(separator: "\n")
    }

    /// The way to the fault and through it; `nil` if the fault is something missing.
    ///
    /// Unlike ``path``, it ends with the event of the finding, or with an answer that nothing handles.
    public var counterexample: GraphPath<Machine>? {
        guard case .state(let number, let graph) = place else { return path }
        return faultyTransition(from: number, in: graph).map { graph.path(through: [$0.edge]) } ?? path
    }

    func faultyTransition(
        from number: Int, in graph: StateGraph<Machine>
    ) -> StateGraph<Machine>.Transition? {
        let transitions = graph.transitions(from: number)
        if let event {
            let wanted = Likeness(event)
            let same = transitions.filter { Likeness($0.event) == wanted }
            // Of equal events, that of an effect is the one that comes late.
            return same.first { $0.intent != .handled && $0.sender != nil } ?? same.first
        }
        guard subject == .check(.outlivingOperations) else { return nil }
        return transitions.first { $0.sender != nil && $0.intent != .handled }
    }
}

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
