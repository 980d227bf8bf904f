extension TransducerHost where Machine.State: Sendable {
    /// The states of the machine, from the current one on.
    ///
    /// Each iteration is a separate observer. A slow observer misses states, but never the latest state, and an
    /// abandoned observer leaves nothing behind. The sequence ends after the last state of the run, or when the reading
    /// task is cancelled. It does not keep the host alive.
    public nonisolated var states: States { States(hosted: hosted) }

    /// Waits for a state that fulfils a condition.
    ///
    /// ```swift
    /// let host = TransducerHost(of: Counter.self, initialState: Counter.State())
    /// try host.send(.increment)
    /// let state = try await host.value(where: { $0.count == 1 })
    /// assert(state.count == 1)
    /// ```
    ///
    /// The current state counts, as does the last one of a machine that has ended. The condition is tested with every
    /// state, on the actor of the machine, so that no state is missed, however briefly it lasts; ``states`` delivers
    /// only the latest. The machine may have left the state by the time the caller resumes.
    ///
    /// - Parameter predicate: The condition; it should be quick, as the machine waits for it after each transition.
    /// - Returns: The first state that fulfils the condition.
    /// - Throws: If the machine ends without such a state, the error of the run, or ``TransducerError/stateNotReached``
    ///   if the run throws none; `CancellationError` when the calling task is cancelled first.
    /// - Complexity: One call of the condition for each transition, and O(1) to begin and to end the wait.
    public nonisolated func value(
        where predicate: @escaping @Sendable (Machine.State) -> Bool
    ) async throws -> Machine.State {
        try await hosted.state(where: predicate)
    }

    /// A sequence of the states of a machine that delivers the latest state to each reader, and never throws.
    public struct States: AsyncSequence, Sendable {
        /// A state of the machine.
        public typealias Element = Machine.State
        /// Reading never fails; `value` of the host throws the error of the run.
        public typealias Failure = Never

        let hosted: HostSystemActor<Machine>

        @_documentation(visibility: internal)
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(hosted: hosted) }

        /// Reads states, one at a time.
        @_documentation(visibility: internal) public struct AsyncIterator: AsyncIteratorProtocol {
            let hosted: HostSystemActor<Machine>
            var seen: Int?

            /// Waits for a state that this observer has not seen.
            ///
            /// - Returns: The latest state, or `nil` when the run has ended or the calling task is cancelled.
            public mutating func next() async -> Machine.State? {
                guard let next = await hosted.state(after: seen, isolation: hosted) else { return nil }
                seen = next.changes
                return next.state
            }
        }
    }
}
