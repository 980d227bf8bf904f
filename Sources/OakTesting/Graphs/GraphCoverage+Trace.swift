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
