public import Oak

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

/// The reachable states of a machine, with a path to each.
private struct SearchForEnds<T: ExecutableTransducer> where T.State: Hashable {
    private var states: [T.State]
    private var numbers: [T.State: Int]
    /// The first transition into each state.
    private var arrivals: [(from: Int, event: T.Event)?] = [nil]
    private var predecessors: [[Int]] = [[]]
    private var explored = 0
    private let events: [T.Event]

    init(from state: T.State, events: [T.Event], limit: Int) {
        states = [state]
        numbers = [state: 0]
        self.events = events
        while explored < min(limit, states.count) {
            if !T.isTerminal(states[explored]) {
                for event in events { follow(event, from: explored) }
            }
            explored += 1
        }
    }

    private mutating func follow(_ event: T.Event, from number: Int) {
        var walk = Walk<T>(from: states[number], checks: Checks([]))
        // An endless chain of action events leads nowhere; it is reported separately.
        if case .failed = walk.take(event) { return }
        if let known = numbers[walk.state] {
            predecessors[known].append(number)
        } else {
            numbers[walk.state] = states.count
            states.append(walk.state)
            arrivals.append((number, event))
            predecessors.append([number])
        }
    }

    /// The first state from which no terminal state can be reached.
    var deadEnd: Detour<T>? {
        let unexplored = explored..<states.count
        let terminal = (0..<explored).filter { T.isTerminal(states[$0]) }
        guard !terminal.isEmpty || unexplored.isEmpty else {
            return Detour(
                events: [],
                reason: "None of the first \(explored) states is terminal. Explore more of them with `limit`.")
        }
        var leadsToEnd = [Bool](repeating: false, count: states.count)
        var queue = terminal + unexplored
        while let number = queue.popLast() {
            guard !leadsToEnd[number] else { continue }
            leadsToEnd[number] = true
            queue += predecessors[number]
        }
        guard let deadEnd = leadsToEnd.firstIndex(of: false) else { return nil }
        let state = sourceText(of: states[deadEnd])
        return Detour(
            events: path(to: deadEnd),
            reason: "From \(state) no sequence of the events \(sourceText(of: events)) leads to a terminal state.")
    }

    private func path(to state: Int) -> [T.Event] {
        var path: [T.Event] = []
        var number = state
        while let arrival = arrivals[number] {
            path.append(arrival.event)
            number = arrival.from
        }
        return path.reversed()
    }
}
