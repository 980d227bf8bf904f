extension TransducerHost where Machine.State: Sendable {
    /// The states of the machine, from the current one on.
    ///
    /// Each iteration is an observer of its own. One that is slow misses states, but never the latest, and one that has gone away is
    /// forgotten; nothing is kept for either. The sequence ends behind the last state of the run, or when the task that reads it is
    /// cancelled. It does not keep the host alive.
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
    /// The current state counts, as does the last one of a machine that has ended. The condition is asked about every
    /// state, on the actor of the machine, so that none is missed, however short it lasts; ``states`` shows the latest
    /// only. By the time that the caller goes on, the machine may be in another one.
    ///
    /// - Parameter predicate: The condition; it should be quick, as the machine waits for it after each transition.
    /// - Returns: The first state that fulfils the condition.
    /// - Throws: When the machine ends without such a state, what the run throws, or
    ///   ``TransducerError/stateNotReached`` if it throws nothing; `CancellationError` when the calling task is cancelled
    ///   first.
    /// - Complexity: Each transition costs one call of the condition; to begin and to end the wait costs O(1).
    public nonisolated func value(
        where predicate: @escaping @Sendable (Machine.State) -> Bool
    ) async throws -> Machine.State {
        try await hosted.state(where: predicate)
    }

    /// The states of a machine, the latest for everyone who asks.
    public struct States: AsyncSequence, Sendable {
        /// A state of the machine.
        public typealias Element = Machine.State
        /// Reading never fails; `value` of the host throws what the run throws.
        public typealias Failure = Never

        let hosted: HostedMachine<Machine>

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(hosted: hosted) }

        /// Reads states, one at a time.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// Reading never fails.
            public typealias Failure = Never

            let hosted: HostedMachine<Machine>
            var seen: Int?

            /// Waits for a state that this observer has not seen.
            ///
            /// - Returns: The latest state, or `nil` when the run has ended or the calling task is cancelled.
            public mutating func next() async -> Machine.State? {
                guard let next = await hosted.state(after: seen) else { return nil }
                seen = next.changes
                return next.state
            }

            /// Waits for a state that this observer has not seen.
            ///
            /// - Parameter actor: The actor of the caller.
            /// - Returns: The latest state, or `nil` when the run has ended or the calling task is cancelled.
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
            public mutating func next(isolation actor: isolated (any Actor)?) async -> Machine.State? { await next() }
        }
    }
}
