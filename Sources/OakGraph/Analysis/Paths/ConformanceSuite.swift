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
/// let suite = graph.conformanceSuite(extraStates: 1, observing: \.output)
/// assert(suite.isComplete && suite.states == 3)
/// ```
///
/// The implementation has to be deterministic and to have a reset that works. It is wrong if some sequence of the graph
/// shows another observation; events that the graph does not have in a state may do anything there. An implementation
/// with more states than ``states`` may be wrong and still agree on all sequences.
public struct ConformanceSuite<Machine: ExecutableTransducer>: Sequence, CustomStringConvertible {
    /// The number of states of the graph that the observations tell apart, each from each.
    public let distinctStates: Int

    /// The largest number of states of an implementation for which the sequences are complete.
    public let states: Int

    /// The reasons why wrong implementations may agree on all sequences, as sentences.
    let limitations: [String]

    let graphStates: Int
    let sequences: AnySequence<GraphPath<Machine>>

    /// Whether every wrong implementation with no more than ``states`` states differs on a sequence.
    public var isComplete: Bool { limitations.isEmpty }

    /// Returns the sequences one after another; each is made when it is asked for.
    public func makeIterator() -> some IteratorProtocol<GraphPath<Machine>> { sequences.makeIterator() }

    /// The implementations for which the sequences are complete, or the reasons why they are not.
    public var description: String {
        guard isComplete else {
            return "The sequences may miss wrong implementations. \(limitations.joined(separator: " "))"
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

extension StateGraph {
    /// Returns sequences of events that find every wrong implementation up to a number of states.
    ///
    /// Each transition is followed by the sequences that tell states apart, and the last one of those that an extra
    /// state may take by those that identify its state: the Wp-method.
    ///
    /// - Parameters:
    ///   - extraStates: The number of states that an implementation may have beside those that observations tell apart.
    ///   - observe: Returns what can be observed of the machine, as in an ``Implementation``.
    /// - Returns: The sequences, which say for which implementations they are complete.
    /// - Complexity: O(*n*² · *e*) for *n* states and *e* events before the first sequence, if each state has each
    ///   event, else up to O(*n*⁴ · *e*). There are up to *n* · *e*ᵏ⁺¹ sequences for *k* extra states, times those that
    ///   tell states apart.
    // Chow, "Testing software design modeled by finite-state machines" (1978); Fujiwara, von Bochmann, Khendek, Amalou
    // and Ghedamsi, "Test selection based on finite state models" (1991).
    public func conformanceSuite<Observation: Hashable>(
        extraStates: Int = 0, observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> ConformanceSuite<Machine> {
        let (graph, limitations) = comparedGraph(observing: observe)
        let observed = ObservedGraph(graph)
        let distinguishing = DistinguishingSequences(observed)
        let traversal = Traversal(
            observed, sets: distinguishing.distinguishableSets, found: space.found, extraStates: max(extraStates, 0))
        let identifiers = observed.representatives.indices.map { distinguishing.identifiers(of: $0) }
        let sequences = paths(traversal, observed) { word in
            word.isLast ? identifiers[observed.classes[word.state]] : distinguishing.sequences
        }
        return ConformanceSuite(
            distinctStates: traversal.states - max(extraStates, 0), states: traversal.states,
            limitations: limitations, graphStates: states.count, sequences: AnySequence(sequences))
    }

    /// The words of a traversal, each followed by the sequences that are chosen for it.
    private func paths(
        _ traversal: Traversal, _ observed: ObservedGraph, suffixes: @escaping (Traversal.Word) -> [[Int]]
    ) -> some Sequence<GraphPath<Machine>> {
        states.indices.lazy.flatMap { start in
            let way = path(to: start)
            return AnySequence(traversal.words(from: start)).lazy.flatMap { word in
                let ends = suffixes(word).map { observed.moves(along: $0, from: word.state).map(\.transition) }
                // The beginning of a longer word needs no sequence of its own.
                let isNeeded = word.isLast || ends.contains { !$0.isEmpty }
                let edges = (ends.contains { !$0.isEmpty } ? ends.filter { !$0.isEmpty } : [[]]).unique
                return (isNeeded ? edges : []).lazy.map { way.appending(word.edges + $0, in: self) }
            }
        }
    }

    /// The transitions with what can be observed of them, and the reasons why they are not all there is.
    private func comparedGraph<Observation: Hashable>(
        observing observe: (MacrostepResult<Machine>) -> Observation
    ) -> (graph: ComparedGraph, limitations: [String]) {
        let player = MachinePlayer<Machine>(actionLimit: limits.actionEvents)
        var (names, observations, labels) = (Numbering<String>(), Numbering<Observation>(), Numbering<[Int]>())
        var limitations = cut.map { ["\($0)"] } ?? []
        var moves: [ComparedGraph.Move] = []
        for state in states.indices {
            var seen: Set<Int> = []
            for transition in transitions(from: state) where transition.intent.hasTarget {
                player.state = states[state]
                guard let observation = player.take(transition.event).map(observe) else { continue }
                let text = sourceText(of: transition.event)
                let event = names.number(of: text)
                guard seen.insert(event).inserted else {
                    limitations.append(
                        "\(text) has several transitions in \(self.text(of: state)), of which only the first is taken.")
                    continue
                }
                let isPostponed = transition.intent == .postponed
                // A live machine offers the event again later.
                if isPostponed { limitations.append("A sequence ends with \(text) where it is postponed.") }
                moves.append(
                    ComparedGraph.Move(
                        input: event, label: labels.number(of: [event, observations.number(of: observation)]),
                        // The state behind a postponed event has no moves.
                        source: state, target: isPostponed ? states.count : transition.target,
                        transition: transition.edge))
            }
        }
        let count = states.count + (moves.contains { $0.target == states.count } ? 1 : 0)
        let graph = ComparedGraph(observations: Array(repeating: 0, count: count), inputs: [], moves: moves)
        return (graph, limitations.unique)
    }
}

/// The sequences of events that lead an implementation with extra states into each of them.
///
/// From each state of the graph a sequence goes on until the classes of one set, all of which can be told apart, have
/// been visited more often than an implementation has states beside those that the graph itself shows. Where all
/// classes can be told apart, these are all sequences of one event more than there are extra states.
// Petrenko and Yevtushenko, "Testing from partial deterministic FSM specifications", IEEE Transactions on Computers 54
// (2005), for counting states; Chow (1978) for graphs whose states have all events.
struct Traversal {
    /// A sequence from a state of the graph.
    struct Word {
        let start: Int
        var state: Int
        /// The edges from the start.
        var edges: [Int] = []
        /// The visits of each set of classes after the start.
        fileprivate var visits: [Int]
        /// Whether no word goes on from here.
        var isLast = false
    }

    private let observed: ObservedGraph
    private let sets: [Set<Int>]
    /// The edge by which each state was found.
    private let found: [UInt32]
    /// The largest number of states of an implementation.
    let states: Int

    init(_ observed: ObservedGraph, sets: [Set<Int>], found: [UInt32], extraStates: Int) {
        (self.observed, self.sets, self.found) = (observed, sets, found)
        states = (sets.map(\.count).max() ?? 0) + extraStates
    }

    /// The words from a state, each before those that go on from it.
    func words(from start: Int) -> some Sequence<Word> {
        var first = Word(start: start, state: start, visits: sets.map { _ in 0 })
        // A state that is found from here has words of its own, which go as far.
        let moves = observed.moves(of: start)
        first.isLast = moves.isEmpty
        var ahead = [(word: first, moves: moves.filter { !isFound($0) })]
        return AnyIterator {
            guard let (word, moves) = ahead.popLast() else { return nil }
            for move in moves.reversed() {
                var next = word
                next.state = move.target
                next.edges.append(move.transition)
                for number in sets.indices where sets[number].contains(observed.classes[move.target]) {
                    next.visits[number] += 1
                }
                let isEnough = zip(next.visits, sets).contains { $0 + $1.count > states }
                let onward = isEnough ? [] : observed.moves(of: move.target)
                next.isLast = onward.isEmpty
                ahead.append((next, onward))
            }
            return word
        }
    }

    private func isFound(_ move: ComparedGraph.Move) -> Bool {
        move.target < found.count && found[move.target] == UInt32(move.transition)
    }
}
