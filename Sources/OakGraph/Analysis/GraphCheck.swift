/// A question about the structure of a machine.
public enum GraphCheck: String, Codable, Hashable, Sendable, CaseIterable {
    /// No event is answered *unexpected* in a reachable state, and no action event either.
    case unexpectedEvents
    /// No child refuses an event because it has ended or is not active.
    case refusedEvents
    /// Two calls of `update` with equal arguments have equal results.
    case determinism
    /// Every declared state can be reached.
    case reachability
    /// Every event of the alphabet is handled in at least one reachable state.
    case unhandledEvents
    /// Some event leaves or changes every state that is not terminal.
    case deadEnds
    /// No single state, other than a terminal one, keeps the machine for ever although events are handled in it.
    case sinks
    /// `update` returns for every event; only `machines check --traps` survives a call that does not.
    case traps
    /// A terminal state can be reached from every state.
    case termination
    /// Every chain of action events ends.
    case endlessActions
    /// Effects, children and activities are used consistently: no error of theirs would end a run.
    case consistency
    /// No operation or activity is live in a state that handles none of its answers.
    case outlivingOperations
    /// No operation begins under an identity whose operation may still be live.
    case replacedOperations
    /// The alphabet declares the answers of every operation, activity and action that the machine begins.
    case undeclaredAnswers
    /// Every declared answer is handled in at least one state in which its effect is live.
    case unansweredEffects
    /// A postponed event is taken in some state that can follow.
    case postponedForEver
    /// Every operation that can fail, by the type of its function, says what follows from an error.
    ///
    /// An `Effect(operation:)` is not checked: sending throws as well, so that the type of its function tells nothing.
    case unhandledFailures

    /// The guarantee, as a sentence.
    public var statement: String {
        switch self {
        case .unexpectedEvents: "No event is unexpected"
        case .refusedEvents: "No child refuses an event"
        case .determinism: "Equal arguments of update have equal results"
        case .reachability: "Every declared state is reachable"
        case .unhandledEvents: "Every event is handled somewhere"
        case .deadEnds: "Every state that is not terminal can be left or changed"
        case .sinks: "No single state keeps the machine for ever"
        case .traps: "update returns for every event"
        case .termination: "A terminal state is reachable from every state"
        case .endlessActions: "Every chain of action events ends"
        case .consistency: "Effects, children and activities are used consistently"
        case .outlivingOperations: "No effect is live in a state that handles none of its answers"
        case .replacedOperations: "No operation replaces one that may be live"
        case .undeclaredAnswers: "The answers of every effect are declared"
        case .unansweredEffects: "Every answer of an effect is handled somewhere"
        case .postponedForEver: "Every postponed event can be taken later"
        case .unhandledFailures: "Every operation that can fail says what follows"
        }
    }
}

extension Set<GraphCheck> {
    /// The checks that each machine ought to pass, or to say why not.
    ///
    /// ``GraphCheck/refusedEvents`` and ``GraphCheck/replacedOperations`` are not among them, because many machines
    /// refuse late events and replace operations on purpose.
    public static var standard: Set { Set(GraphCheck.allCases).subtracting([.refusedEvents, .replacedOperations]) }

    /// All checks.
    public static var all: Set { Set(GraphCheck.allCases) }
}
