public import Oak

/// A counterexample to a check or a property.
public struct GraphFinding<Machine: ExecutableTransducer> {
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
}

extension GraphFinding: CustomStringConvertible {
    /// The fault and the way through it.
    public var description: String {
        let lines = [message] + (counterexample.map { ["\($0)"] } ?? []) + (exemption.map { ["Exempted: \($0)"] } ?? [])
        return lines.joined(separator: "\n")
    }
}

extension GraphFinding {
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
