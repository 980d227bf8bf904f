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
        case leadsTo(from: ((Machine.State) -> Bool)?, to: (Machine.State) -> Bool, Fairness<Machine>)
    }

    /// The statement in words.
    package let name: String

    let claim: Claim

    /// The guarantee as a sentence.
    var statement: String {
        switch claim {
        case .always, .leadsTo: name
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
        Self(name: name, claim: .leadsTo(from: nil, to: condition, fairness))
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
        Self(name: name, claim: .leadsTo(from: cause, to: consequence, fairness))
    }
}

/// An assumption about the events that come, without which a machine may rest or go round for ever.
///
/// An event is *enabled* in a state that handles it. Of several assumptions, all are made.
// Lamport, "The Temporal Logic of Actions", 1994, section 5; Francez, "Fairness", 1986.
public struct Fairness<Machine: ExecutableTransducer> {
    enum Strength {
        /// Events that are enabled for ever come again and again.
        case weak
        /// Events that are enabled again and again come again and again.
        case strong
    }

    struct Assumption {
        let strength: Strength
        /// The group of an event; `nil` if nothing is assumed of it.
        let group: (_ event: Machine.Event, _ name: String, _ sender: String?) -> String?
    }

    let assumptions: [Assumption]

    private init(_ assumptions: [Assumption]) { self.assumptions = assumptions }

    private init(
        _ strength: Strength, group: @escaping (_ event: Machine.Event, _ name: String, _ sender: String?) -> String?
    ) {
        assumptions = [Assumption(strength: strength, group: group)]
    }

    /// No assumption: the machine may rest in each state for ever.
    public static var none: Fairness { Fairness([]) }

    /// The machine rests for ever only where no event is enabled; which event comes is open.
    public static var progress: Fairness { Fairness(.weak) { _, _, _ in "any event" } }

    /// Each event that stays enabled for ever comes at some time.
    public static var weak: Fairness { Fairness(.weak) { _, name, _ in name } }

    /// Each event that is enabled again and again comes again and again.
    public static var strong: Fairness { Fairness(.strong) { _, name, _ in name } }

    /// Each effect with declared answers that stays live for ever answers at some time; users may never do anything.
    public static var answers: Fairness { Fairness(.weak) { _, _, sender in sender } }

    /// Each event that satisfies a condition, and stays enabled for ever, comes at some time.
    ///
    /// - Parameter condition: Returns whether an event is one of them.
    public static func weak(for condition: @escaping (Machine.Event) -> Bool) -> Fairness {
        Fairness(.weak) { event, name, _ in condition(event) ? name : nil }
    }

    /// Each event that satisfies a condition, and is enabled again and again, comes again and again.
    ///
    /// - Parameter condition: Returns whether an event is one of them.
    public static func strong(for condition: @escaping (Machine.Event) -> Bool) -> Fairness {
        Fairness(.strong) { event, name, _ in condition(event) ? name : nil }
    }

    /// Several assumptions together.
    ///
    /// - Parameter fairness: The assumptions.
    public static func all(_ fairness: Fairness...) -> Fairness { Fairness(fairness.flatMap(\.assumptions)) }
}
