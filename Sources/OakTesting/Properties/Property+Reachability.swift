public import Oak
import OakGraph

extension Property where T.State: Hashable {
    /// From every reachable state, some sequence of events leads to a terminal state.
    ///
    /// The states are explored breadth first from the initial state. States beyond the limit count as if they led to an
    /// end; the property fails, however, if none of the states within the limit is terminal.
    ///
    /// - Parameters:
    ///   - events: The events that can happen.
    ///   - limit: The maximum number of states to explore.
    /// - Complexity: O(*s* · *e*) for *s* states and *e* events.
    public static func terminalStateStaysReachable(by events: [T.Event], limit: Int = 10_000) -> Property {
        let limitArgument = limit == 10_000 ? "" : ", limit: \(limit)"
        return Property(
            "A terminal state stays reachable",
            .future { state in SearchForEnds<T>(from: state, events: events, limit: limit).deadEnd },
            source: ".terminalStateStaysReachable(by: \(swiftSource(of: events))\(limitArgument))")
    }
}

extension Property where T.State: Hashable, T.Event: CaseIterable {
    /// From every reachable state, some sequence of events leads to a terminal state.
    ///
    /// - Parameter limit: The maximum number of states to explore.
    /// - Complexity: O(*s* · *e*) for *s* states and *e* events.
    public static func terminalStateStaysReachable(limit: Int = 10_000) -> Property {
        terminalStateStaysReachable(by: Array(T.Event.allCases), limit: limit)
    }
}

/// The search for a state from which no terminal state can be reached.
private struct SearchForEnds<T: ExecutableTransducer> where T.State: Hashable {
    private let graph: StateGraph<T>
    private let events: [T.Event]

    init(from state: T.State, events: [T.Event], limit: Int) {
        graph = StateGraph(of: T.self, from: [state], events: Alphabet(events), limits: GraphLimits(states: limit))
        self.events = events
    }

    /// The first state from which no terminal state can be reached.
    var deadEnd: Detour<T>? {
        let terminal = graph.states.indices.filter { T.isTerminal(graph.states[$0]) }
        guard !terminal.isEmpty || graph.cut == nil else {
            return Detour(
                events: [],
                reason: """
                    None of the first \(graph.states.count) states is terminal. Explore more of them with `limit`.
                    """)
        }
        guard let deadEnd = graph.statesWithoutEnd(from: terminal).first else { return nil }
        let state = sourceText(of: graph.states[deadEnd])
        return Detour(
            events: graph.path(to: deadEnd).events,
            reason: "From \(state) no sequence of the events \(sourceText(of: events)) leads to a terminal state.")
    }
}
