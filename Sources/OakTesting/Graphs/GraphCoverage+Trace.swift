public import Oak
public import OakGraph

extension GraphCoverage {
    /// Creates the coverage of a graph by recorded runs.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - traces: The traces of the runs.
    public init<Output>(
        of graph: StateGraph<Machine>, by traces: some Sequence<Trace<Machine.State, Machine.Event, Output>>
    ) {
        self.init(of: graph)
        for trace in traces { add(trace) }
    }

    /// Adds a recorded run.
    ///
    /// The events of the run and those of its operations count; action events belong to the transition that they follow
    /// from.
    ///
    /// - Parameter trace: The trace of the run.
    public mutating func add<Output>(_ trace: Trace<Machine.State, Machine.Event, Output>) {
        guard case .runStarted(let initial)? = trace.entries.first else { return }
        let events = trace.entries.compactMap { entry -> Machine.Event? in
            if case .eventTaken(let event, let origin) = entry, origin != .action { event } else { nil }
        }
        add(events, from: initial)
    }
}
