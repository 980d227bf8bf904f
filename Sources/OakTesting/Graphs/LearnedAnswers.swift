public import Oak
public import OakGraph

/// An alphabet with the answers of effects that recorded runs show, and what they have added to it.
///
/// ```swift
/// import OakGraph
/// import OakTesting
///
/// func explore<Machine>(
///     _ machine: Machine.Type, from state: Machine.State, _ trace: Trace<Machine.State, Machine.Event, Machine.Output>
/// ) -> StateGraph<Machine> where Machine.State: Hashable {
///     let learned = Alphabet<Machine>([]).learningAnswers(from: [trace])
///     print(learned)
///     return StateGraph(of: machine, from: [state], events: learned.alphabet)
/// }
/// ```
public struct LearnedAnswers<Machine: ExecutableTransducer> {
    /// An answer that was not declared.
    public enum Addition {
        /// An event, and whether the effect has ended with it.
        case event(Machine.Event, of: EffectID, isLast: Bool)
        /// The return of the effect without an event.
        case silence(of: EffectID)
    }

    /// The declared answers and the learned ones.
    public internal(set) var alphabet: Alphabet<Machine>

    /// The answers that were not declared, in the order of the runs.
    public internal(set) var additions: [Addition] = []

    /// Sentences about what the runs show and the alphabet cannot have: errors, and answers of effects that have no
    /// identity.
    public internal(set) var remarks: [String] = []
}

extension LearnedAnswers: CustomStringConvertible {
    /// A line for each answer that was added.
    public var description: String {
        let lines = additions.map { addition in
            switch addition {
            case .event(let event, of: let id, isLast: let isLast):
                "Added \(sourceText(of: event)) of \(sourceText(of: id))\(isLast ? ", as its last" : "")."
            case .silence(of: let id): "Added that \(sourceText(of: id)) may return without an event."
            }
        }
        return (lines.isEmpty ? ["Nothing was added."] : lines).joined(separator: "\n")
            + remarks.map { "\n\($0)" }.joined()
    }
}

extension Alphabet {
    /// Returns the alphabet with the answers that the operations of recorded runs have given.
    ///
    /// Declared answers stay. Runs show only what has happened: an answer that no run has had is still missing, and an
    /// error is known by its text alone, so that `fails:` remains to be written by hand. An event counts as the last of
    /// its effect if a run shows that the effect has returned afterwards, or if it is declared so.
    ///
    /// - Parameter traces: The traces of the runs.
    /// - Returns: The alphabet, and what was added to it.
    /// - Complexity: O(*l* · *a*) for *l* entries and *a* answers.
    public func learningAnswers<Output>(
        from traces: some Sequence<Trace<Machine.State, Machine.Event, Output>>
    ) -> LearnedAnswers<Machine> {
        var learned = LearnedAnswers(alphabet: self)
        for trace in traces {
            var lesson = AnswerLesson<Machine>(learned: learned)
            for entry in trace.entries { lesson.take(entry) }
            lesson.finish()
            learned = lesson.learned
        }
        return learned
    }
}
