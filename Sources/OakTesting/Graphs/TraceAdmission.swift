public import Oak
public import OakGraph

/// The answer to the question whether a graph has a recorded run.
public enum TraceAdmission<Machine: ExecutableTransducer>: CustomStringConvertible {
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
            for (entry, taken) in run.events.map({ ($0.entry, $0.taken) }) {
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

extension GraphCoverage {
    /// Adds a recorded run as far as the graph has it.
    ///
    /// The transitions of the run count, with their senders; action events belong to the transition that they follow
    /// from. ``OakGraph/StateGraph/admits(_:)`` says where a run leaves the graph.
    ///
    /// - Parameter trace: The trace of one run, or of several.
    public mutating func add<Output>(_ trace: Trace<Machine.State, Machine.Event, Output>) {
        let (admission, ways) = graph.follow(trace)
        for way in ways { add(edges: way.edges, from: way.start) }
        if !admission.isAdmitted { note("\(admission)") }
    }
}

extension Trace {
    /// One run of a trace.
    struct Run<Machine: ExecutableTransducer> where Machine.State == State, Machine.Event == Event {
        let start: State
        /// The number of entries before it.
        let entry: Int
        var events: [Step] = []

        struct Step {
            /// The number of entries before the event.
            let entry: Int
            var taken: RunFollower<Machine>.TakenEvent
            var output: Output?
        }
    }

    /// The runs, with the events that they have taken and the identities of their senders.
    func runs<Machine: ExecutableTransducer>(of machine: Machine.Type = Machine.self) -> [Run<Machine>]
    where Machine.State == State, Machine.Event == Event {
        var (runs, state, names): ([Run<Machine>], State?, [Int: String]) = ([], nil, [:])
        func change(_ body: (inout Run<Machine>.Step) -> Void) {
            guard let run = runs.indices.last, let last = runs[run].events.indices.last else { return }
            body(&runs[run].events[last])
        }
        for (number, entry) in entries.enumerated() {
            switch entry {
            case .runStarted(let first):
                (state, names) = (first, [:])
                runs.append(Run(start: first, entry: number))
            case .eventTaken(let event, let origin):
                guard !runs.isEmpty else { continue }
                var sender: Int?
                if case .operation(let operation) = origin { sender = operation }
                let taken = RunFollower<Machine>.TakenEvent(
                    event, sender: sender.flatMap { names[$0] }, isOfOperation: sender != nil)
                runs[runs.count - 1].events.append(.init(entry: number, taken: taken))
            case .transition(to: let next):
                state = next
                change { $0.taken.state = next }
            case .eventPostponed: change { ($0.taken.reply, $0.taken.state) = (.postponed, state) }
            case .eventUnexpected: change { ($0.taken.reply, $0.taken.state) = (.unexpected, state) }
            case .output(let output): change { $0.output = output }
            case .effect(let effect, .started): names[effect.number] = effect.id
            case .effect, .sendRejected, .runEnded, .runFailed: break
            }
        }
        return runs
    }
}
