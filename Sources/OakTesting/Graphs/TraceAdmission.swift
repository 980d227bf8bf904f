public import Oak
public import OakGraph

/// The answer to the question whether a graph has a recorded run.
public enum TraceAdmission<Machine: ExecutableTransducer> {
    /// The run is a path of the graph, or several runs are.
    case admitted
    /// The run leaves the graph.
    case leaves(Departure)
    /// The run goes on where the graph is cut.
    case unknown(GraphCut)

    /// The place at which a run leaves a graph.
    public struct Departure {
        /// The number of entries of the trace before the one that the graph does not have.
        public let entries: Int

        /// The event; `nil` if the initial state is not in the graph.
        public let event: Machine.Event?

        /// The state in which the run has taken the event, or in which it has begun.
        public let state: Machine.State

        /// The state to which the event has led; `nil` if the event has led to none.
        public let target: Machine.State?

        /// The events that the graph has in its state, as source text.
        public let expected: [String]
    }

    /// Whether the graph has the run.
    public var isAdmitted: Bool { if case .admitted = self { true } else { false } }
}

extension TraceAdmission: CustomStringConvertible {
    /// The answer as a sentence, with the events that the graph has where the run leaves it.
    public var description: String {
        switch self {
        case .admitted: return "The graph has the run."
        case .unknown(let cut): return "The run goes on where the graph is cut. \(cut)"
        case .leaves(let departure):
            guard let event = departure.event else {
                return "The run begins in \(sourceText(of: departure.state)), which is no initial state of the graph."
            }
            let target = departure.target.map { ", which leads to \(sourceText(of: $0))" } ?? ""
            let expected = departure.expected.isEmpty ? "no event" : departure.expected.joined(separator: ", ")
            return """
                The run leaves the graph at entry \(departure.entries + 1), in \(sourceText(of: departure.state)), \
                with \(sourceText(of: event))\(target). There the graph has \(expected).
                """
        }
    }
}

extension StateGraph {
    /// Looks up a recorded run: each event with its sender, its reply and the state after it.
    ///
    /// The trace of a run in production is evidence that the alphabet and the answers of the graph are complete. Each
    /// event has to be one of the graph in some state that the run may be in. Events of an operation may belong to a
    /// declared answer, or come as if from outside; outputs and effects follow from the machine's own `update`.
    ///
    /// ```swift
    /// import OakGraph
    /// import OakTesting
    ///
    /// enum Lamp: Transducer {
    ///     enum State: Hashable { case off, on }
    ///     enum Event: CaseIterable { case pressed, unplugged }
    ///     static func update(_ state: inout State, event: Event) { state = event == .pressed ? .on : .off }
    /// }
    ///
    /// func isComplete(_ trace: Trace<Lamp.State, Lamp.Event, NoOutput>) -> Bool {
    ///     StateGraph(of: Lamp.self, from: [.off], events: [.pressed]).admits(trace).isAdmitted
    /// }
    /// ```
    ///
    /// - Parameter trace: The trace of one run, or of several.
    /// - Returns: Whether the graph has the run, and if not, where the run leaves it.
    /// - Complexity: O(*l* · *p* · *e*) for *l* events, *p* places in which the run may be at once, and *e*
    ///   transitions of a state.
    public func admits<Output>(_ trace: Trace<Machine.State, Machine.Event, Output>) -> TraceAdmission<Machine> {
        follow(trace).admission
    }

    /// Looks up a recorded run, and returns the transitions on its way from each initial state.
    func follow<Output>(
        _ trace: Trace<Machine.State, Machine.Event, Output>
    ) -> (admission: TraceAdmission<Machine>, ways: [(start: Machine.State, edges: [Int])]) {
        var ways: [(start: Machine.State, edges: [Int])] = []
        for run in trace.runs(of: Machine.self) {
            guard var follower = RunFollower(self, from: run.start) else {
                let departure = TraceAdmission<Machine>.Departure(
                    entries: run.entry, event: nil, state: run.start, target: nil, expected: [])
                return (.leaves(departure), ways)
            }
            var state = run.start
            for (entry, taken) in run.events {
                guard follower.take(taken) else {
                    ways.append((run.start, follower.edges))
                    let places = follower.numbers
                    let isCutHere = places.contains { transitions(from: $0).isEmpty && !Machine.isTerminal(states[$0]) }
                    if let cut, isCutHere { return (.unknown(cut), ways) }
                    let expected = places.flatMap { transitions(from: $0) }.map { sourceText(of: $0.event) }
                    let departure = TraceAdmission<Machine>.Departure(
                        entries: entry, event: taken.event, state: state, target: taken.state,
                        expected: Set(expected).sorted())
                    return (.leaves(departure), ways)
                }
                state = taken.state ?? state
            }
            ways.append((run.start, follower.edges))
        }
        return (.admitted, ways)
    }
}
