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
        case .always, .eventually, .formula: name
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
}
