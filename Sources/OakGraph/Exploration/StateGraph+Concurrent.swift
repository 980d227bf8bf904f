public import Oak

extension StateGraph
where
    Machine: SendableMetatype, Machine.State: Hashable & Sendable, Machine.Event: Sendable
{
    /// Explores a machine outside of the caller's actor, such as that of a user interface.
    ///
    /// - Parameters:
    ///   - machine: The machine, whose states are told apart by `==`.
    ///   - initial: The initial states.
    ///   - events: The events to try in each state.
    ///   - limits: The bounds of the exploration.
    ///   - findingTraps: Whether to try each transition in a copy of the process first, so that a call of `fatalError`
    ///     in `update` becomes a finding.
    ///   - progress: Called some times a second, on no particular actor.
    /// - Throws: `CancellationError` if the task is cancelled before the graph is complete.
    /// - Complexity: O(*s* · *e*) on average for *s* states and *e* events.
    @concurrent
    @inlinable
    public init(
        exploring machine: Machine.Type, from initial: [Machine.State], events: Alphabet<Machine>,
        limits: GraphLimits = GraphLimits(), findingTraps: Bool = false,
        progress: (@Sendable (ExplorationProgress) -> Void)? = nil
    ) async throws(CancellationError) {
        self.init(of: machine, from: initial, events: events, limits: limits, findingTraps: findingTraps) { now in
            progress?(now)
            return !Task.isCancelled
        }
        if cut == .interrupted { throw CancellationError() }
    }
}
