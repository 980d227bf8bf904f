public import Oak

/// An assumption about the events that come, without which a machine may rest or go round for ever.
///
/// An event is *enabled* in a state that handles it. Of several assumptions, all are made. They are about single
/// events, also where ``Alphabet/merging(by:)`` shows several as one, and distinguish an event from outside from that
/// of an effect.
///
/// An operation that another one replaces is not the same one: its answers do not stay enabled. A search that each
/// keystroke restarts need not answer, unless an event that is enabled again and again has to come.
// Lamport, "The Temporal Logic of Actions", 1994, section 5; Francez, "Fairness", 1986.
public struct Fairness<Machine: ExecutableTransducer> {
    enum Strength {
        /// Events that are enabled for ever come again and again.
        case weak
        /// Events that are enabled again and again come again and again.
        case strong
    }

    enum Subject {
        /// All events together.
        case progress
        /// Each event for itself, if it satisfies a condition.
        case events((Machine.Event) -> Bool)
        /// Each operation with declared answers.
        case answers
    }

    struct Assumption {
        let strength: Strength
        let subject: Subject
    }

    let assumptions: [Assumption]

    private init(_ assumptions: [Assumption]) { self.assumptions = assumptions }

    private init(_ strength: Strength, _ subject: Subject) {
        assumptions = [Assumption(strength: strength, subject: subject)]
    }

    /// No assumption: the machine may rest in each state for ever.
    public static var none: Fairness { Fairness([]) }

    /// The machine rests for ever only where no event is enabled; which event comes is open.
    public static var progress: Fairness { Fairness(.weak, .progress) }

    /// Each event that stays enabled for ever comes at some time.
    public static var weak: Fairness { Fairness(.weak, .events { _ in true }) }

    /// Each event that is enabled again and again comes again and again.
    public static var strong: Fairness { Fairness(.strong, .events { _ in true }) }

    /// Each operation with declared answers that stays live for ever answers at some time; users may never do anything.
    public static var answers: Fairness { Fairness(.weak, .answers) }

    /// Each event that satisfies a condition, and stays enabled for ever, comes at some time.
    ///
    /// - Parameter condition: Returns whether an event is one of them.
    public static func weak(for condition: @escaping (Machine.Event) -> Bool) -> Fairness {
        Fairness(.weak, .events(condition))
    }

    /// Each event that satisfies a condition, and is enabled again and again, comes again and again.
    ///
    /// - Parameter condition: Returns whether an event is one of them.
    public static func strong(for condition: @escaping (Machine.Event) -> Bool) -> Fairness {
        Fairness(.strong, .events(condition))
    }

    /// Several assumptions together.
    ///
    /// - Parameter fairness: The assumptions.
    public static func all(_ fairness: Fairness...) -> Fairness { Fairness(fairness.flatMap(\.assumptions)) }
}

extension Fairness: CustomStringConvertible {
    public var description: String {
        assumptions.isEmpty ? "nothing" : assumptions.map(\.description).joined(separator: " and ")
    }
}

extension Fairness.Assumption {
    fileprivate var description: String {
        switch (subject, strength) {
        case (.progress, _): "progress"
        case (.answers, _): "answers of operations"
        case (.events, .weak): "weak fairness of events"
        case (.events, .strong): "strong fairness of events"
        }
    }
}
