import Oak

/// Reports the state after each transition, in order, to a test that runs beside the machine.
struct StateRecorder<T: ExecutableTransducer, Summary: Sendable>: TransducerObserver, Sendable {
    struct StateNotReached: Error {}

    private let summarize: @Sendable (T.State) -> Summary
    private let summaries: AsyncStream<Summary>
    private let incoming: AsyncStream<Summary>.Continuation

    /// - Parameter summarize: Picks out of a state what the test wants to see and what may leave the machine's actor.
    init(of type: T.Type, summarize: @escaping @Sendable (T.State) -> Summary) {
        self.summarize = summarize
        (summaries, incoming) = AsyncStream.makeStream()
    }

    func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        guard let occurrence = occurrence as? Occurrence<T.State, T.Event, T.Output> else { return }
        if case .transition(_, _, let state) = occurrence { incoming.yield(summarize(state)) }
        if case .runEnded = occurrence { incoming.finish() }
    }

    /// The states of a run that has ended and that the test has not taken yet.
    func states() async -> [Summary] { await summaries.reduce(into: []) { $0.append($1) } }

    /// Waits for the next transition.
    func next() async throws -> Summary {
        for await summary in summaries { return summary }
        throw StateNotReached()
    }
}

extension StateRecorder where T.State == Summary {
    init(of type: T.Type) { self.init(of: type) { $0 } }
}
