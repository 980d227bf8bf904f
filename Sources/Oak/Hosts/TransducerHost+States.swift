extension TransducerHost where Machine.State: Sendable {
    /// The states of the machine, from the current one on.
    ///
    /// Each iteration is an observer of its own. One that is slow misses states, but never the latest, and one that has gone away is
    /// forgotten; nothing is kept for either. The sequence ends behind the last state of the run, or when the task that reads it is
    /// cancelled. It does not keep the host alive.
    public nonisolated var states: States { States(hosted: hosted) }

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
