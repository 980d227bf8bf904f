public import Oak

/// Sequences of events that find every wrong implementation with no more than a number of states.
///
/// ```swift
/// import OakGraph
///
/// enum Lamp: Transducer {
///     enum State: Hashable { case off, on }
///     enum Event: CaseIterable { case pressed, unplugged }
///
///     static func update(_ state: inout State, event: Event) -> Bool {
///         state = event == .pressed && state == .off ? .on : .off
///         return state == .on
///     }
/// }
///
/// let graph = StateGraph(of: Lamp.self, from: [.off], events: .allCases)
/// let suite = graph.conformanceSuite(.w, extraStates: 1, observing: \.output)
/// assert(suite.isComplete && suite.states == 3)
/// ```
///
/// The implementation has to be deterministic and to have a reset that works. It is wrong if some sequence of the graph
/// shows another observation; events that the graph does not have in a state may do anything there. An implementation
/// with more states than ``states`` may be wrong and still agree on all sequences.
public struct ConformanceSuite<Machine: ExecutableTransducer>: Sequence {
    /// The way in which the sequences are chosen.
    public enum Method: Hashable, Sendable, CaseIterable {
        /// All sequences that tell states apart follow each transition (Chow, 1978; Vasilevskii, 1973).
        case w
        /// Those that identify its state follow the last transition (Fujiwara and others, 1991).
        case wp
        /// Those follow that tell apart what earlier ones have not (Dorofeeva, El-Fakih and Yevtushenko, 2005); the
        /// sequences are made at once.
        case h
    }

    /// A reason why wrong implementations may agree on all sequences.
    public enum Limitation: Hashable, Sendable {
        /// The graph does not have all reachable states.
        case cut(GraphCut)
        /// A sequence ends with a postponed event, because a live machine offers it again later.
        case postponed(event: String)
        /// A state has several transitions for an event, of which the sequences take the first.
        case severalTransitions(event: String, state: String)
    }

    /// The way in which the sequences are chosen.
    public let method: Method

    /// The number of states of the graph that the observations tell apart, each from each.
    public let distinctStates: Int

    /// The largest number of states of an implementation for which the sequences are complete.
    public let states: Int

    /// The reasons why the sequences are not complete; empty if they are.
    public let limitations: [Limitation]

    let graphStates: Int
    let sequences: AnySequence<GraphPath<Machine>>

    /// Whether every wrong implementation with no more than ``states`` states differs on a sequence.
    public var isComplete: Bool { limitations.isEmpty }

    /// Returns the sequences one after another; those of the W- and Wp-method are made when they are asked for.
    public func makeIterator() -> some IteratorProtocol<GraphPath<Machine>> { sequences.makeIterator() }
}

extension ConformanceSuite: CustomStringConvertible {
    /// The implementations for which the sequences are complete, or the reasons why they are not.
    public var description: String {
        guard isComplete else {
            return "The sequences may miss wrong implementations. "
                + limitations.map(\.description).joined(separator: " ")
        }
        let promise = "The sequences find every wrong implementation with at most \(states) states."
        guard graphStates > distinctStates else { return promise }
        return """
            \(promise) The graph has \(graphStates) states, of which observations tell \(distinctStates) apart, each \
            from each: for implementations with as many states as the graph, ask for \(graphStates - distinctStates) \
            extra states, or observe more, as far as they do not differ in live effects alone.
            """
    }
}

extension ConformanceSuite.Limitation: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .cut(let cut): "\(cut)"
        case .postponed(let event): "A sequence ends with \(event) where it is postponed."
        case .severalTransitions(let event, let state):
            "\(event) has several transitions in \(state), of which only the first is taken."
        }
    }
}
