public import Oak

/// A statement about all runs of a machine, checked on its graph.
///
/// No property holds by emptiness: ``sometimes(_:_:)`` fails without a witness, and ``leadsTo(_:from:to:under:)`` fails
/// if its first condition is never satisfied.
public struct TemporalProperty<Machine: ExecutableTransducer> {
    enum Claim {
        case always((Machine.State) -> Bool)
        case never((Machine.State) -> Bool)
        case sometimes((Machine.State) -> Bool)
        case eventually(TemporalFormula<Machine>, Fairness<Machine>)
        case formula(TemporalFormula<Machine>, Fairness<Machine>)
    }

    /// The statement in words.
    package let name: String

    let claim: Claim

    /// The guarantee as a sentence.
    var statement: String {
        switch claim {
        case .always: name
        case .eventually(_, let fairness), .formula(_, let fairness): "\(name), assuming \(fairness)"
        case .never: "Never: \(name)"
        case .sometimes: "Sometimes: \(name)"
        }
    }

    /// A condition that every reachable state satisfies, also between the transitions of a macrostep.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - condition: Returns whether a state satisfies the condition.
    public static func always(_ name: String, _ condition: @escaping (Machine.State) -> Bool) -> Self {
        Self(name: name, claim: .always(condition))
    }

    /// A condition that no reachable state satisfies, not even between the transitions of a macrostep.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - condition: Returns whether a state is forbidden.
    public static func never(_ name: String, _ condition: @escaping (Machine.State) -> Bool) -> Self {
        Self(name: name, claim: .never(condition))
    }

    /// A condition that at least one reachable state satisfies.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - condition: Returns whether a state is a witness.
    public static func sometimes(_ name: String, _ condition: @escaping (Machine.State) -> Bool) -> Self {
        Self(name: name, claim: .sometimes(condition))
    }

    /// A condition that each run satisfies at some time, be it between the transitions of a macrostep.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - fairness: The assumption about the events that come.
    ///   - condition: Returns whether a state satisfies the condition.
    public static func eventually(
        _ name: String, under fairness: Fairness<Machine> = .progress,
        _ condition: @escaping (Machine.State) -> Bool
    ) -> Self {
        Self(name: name, claim: .eventually(.eventually(.state(condition)), fairness))
    }

    /// A condition that follows, sooner or later, each time another one is satisfied.
    ///
    /// States between the transitions of a macrostep count for both.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - cause: Returns whether a state is one from which the other condition has to follow. At least one reachable
    ///     state satisfies it, or the property fails.
    ///   - consequence: Returns whether a state satisfies the condition that follows; a cause may be its own
    ///     consequence.
    ///   - fairness: The assumption about the events that come.
    public static func leadsTo(
        _ name: String, from cause: @escaping (Machine.State) -> Bool,
        to consequence: @escaping (Machine.State) -> Bool, under fairness: Fairness<Machine> = .progress
    ) -> Self {
        let formula = TemporalFormula<Machine>.always(
            .state(cause).implies(.eventually(.state(consequence))))
        return Self(name: name, claim: .eventually(formula, fairness))
    }

    /// One call of `update`.
    public struct Transition {
        /// The state before.
        public let before: Machine.State

        /// The event.
        public let event: Machine.Event

        /// The state after.
        public let after: Machine.State

        /// The output; `nil` if the transition gives none.
        public let output: Machine.Output?
    }

    /// A formula that each run satisfies.
    ///
    /// ```swift
    /// import OakGraph
    ///
    /// enum Lamp: Transducer {
    ///     enum State: Hashable { case off, on }
    ///     enum Event: CaseIterable { case pressed }
    ///
    ///     static func update(_ state: inout State, event: Event) { state = state == .off ? .on : .off }
    /// }
    ///
    /// let graph = StateGraph(of: Lamp.self, from: [.off], events: .allCases)
    /// let alternates: TemporalFormula<Lamp> = .always(.state { $0 == .on }.implies(.next(.state { $0 == .off })))
    /// assert(graph.verdict(on: .formula("The lamp alternates", alternates)) == .holds)
    /// ```
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - formula: The formula. The first part of each ``TemporalFormula/implies(_:)`` holds at some position of some
    ///     run, or the property fails.
    ///   - fairness: The assumption about the events that come.
    /// - Complexity: A check takes O(*n* · *q*) time and memory for *n* states and transitions of the graph and *q*
    ///   states of the automaton for the formula, of which there are few for short formulas, and exponentially many at
    ///   worst. A strong fairness multiplies the time by the number of its events at worst.
    public static func formula(
        _ name: String, _ formula: TemporalFormula<Machine>, under fairness: Fairness<Machine> = .progress
    ) -> Self {
        Self(name: name, claim: .formula(formula, fairness))
    }

    /// A condition that every transition satisfies, also those of ignored events and of action events.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - condition: Returns whether a transition satisfies the condition.
    public static func everyTransition(_ name: String, _ condition: @escaping (Transition) -> Bool) -> Self {
        formula(name, .always(!.transition { !condition($0) }), under: .none)
    }

    /// A condition that the state satisfies directly after an event.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - event: Returns whether an event is one of those after which the condition holds. At least one transition
    ///     takes such an event, or the property fails.
    ///   - condition: Returns whether a state satisfies the condition.
    public static func afterEvent(
        _ name: String, _ event: @escaping (Machine.Event) -> Bool, _ condition: @escaping (Machine.State) -> Bool
    ) -> Self {
        formula(name, .always(.event(event).implies(.state(condition))), under: .none)
    }

    /// A formula that holds from a position at which another one does up to one at which a third does.
    ///
    /// Where the third never follows, nothing is demanded.
    ///
    /// - Parameters:
    ///   - name: The statement in words.
    ///   - opening: The formula at the first position. In some run it holds, and the closing one after it, or the
    ///     property fails.
    ///   - closing: The formula at the first position at which nothing is demanded any more.
    ///   - formula: The formula in between.
    ///   - fairness: The assumption about the events that come.
    // Dwyer, Avrunin, Corbett, "Patterns in property specifications for finite-state verification", 1999.
    public static func between(
        _ name: String, _ opening: TemporalFormula<Machine>, _ closing: TemporalFormula<Machine>,
        _ formula: TemporalFormula<Machine>, under fairness: Fairness<Machine> = .progress
    ) -> Self {
        let opens = opening && !closing && .eventually(closing)
        return self.formula(name, .always(opens.implies(formula.until(closing))), under: fairness)
    }
}
