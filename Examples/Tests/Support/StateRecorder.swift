public import Oak

/// Gives the states that a machine comes to, one after the other.
public struct StateRecorder<State, Value: Sendable>: TransducerObserver, Sendable {
    private let value: @Sendable (State) -> Value
    private let values = AsyncStream.makeStream(of: Value.self)

    /// Creates a recorder.
    ///
    /// - Parameter value: What is to be kept of a state.
    public init(_ value: @escaping @Sendable (State) -> Value) {
        self.value = value
    }

    /// What the next state looks like, beginning with the one after the first event.
    public func next() async -> Value? {
        for await value in values.stream { return value }
        return nil
    }

    public func observe<S, E, O>(_ occurrence: Occurrence<S, E, O>) {
        if case .transition(from: _, _, to: let state) = occurrence, let state = state as? State {
            values.continuation.yield(value(state))
        }
    }
}
