#if canImport(Combine)
    public import Combine
#endif
import Observation

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.State: Sendable {
    /// The states of the machine, from the current one on.
    ///
    /// A slow reader misses states, but never the latest state. The sequence ends after the last state of the run, or
    /// when the reading task is cancelled. It does not keep this object alive, and is for one reader: make another one
    /// for the next.
    public var states: AsyncStream<Machine.State> {
        let (states, continuation) = AsyncStream.makeStream(
            of: Machine.State.self, bufferingPolicy: .bufferingNewest(1))
        feed { state, isLast in
            if case .terminated = continuation.yield(state) { return false }
            if isLast { continuation.finish() }
            return true
        }
        return states
    }
}

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer {
    #if canImport(Combine)
        /// A publisher of the states of the machine, from the current one on, which completes at the end of the run.
        ///
        /// It publishes each state within the transition's frame, before `send` returns, and does not keep this object
        /// alive.
        public var publisher: AnyPublisher<Machine.State, Never> {
            let states = CurrentValueSubject<Machine.State, Never>(hosted.value)
            feed { [weak states] state, isLast in
                states?.send(state)
                if isLast { states?.send(completion: .finished) }
                return states != nil
            }
            return states.eraseToAnyPublisher()
        }
    #endif

    /// Calls a function with the current state, and with each further one until the last.
    ///
    /// - Parameter receive: Returns whether to call it again; its last argument is whether the run has ended.
    private func feed(_ receive: @escaping (Machine.State, _ isLast: Bool) -> Bool) {
        StateFeed(of: hosted, end, receive).proceed()
    }
}

/// The states of a hosted machine as they are announced, for a receiver.
@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
private final class StateFeed<Machine: ExecutableTransducer> {
    private let hosted: ObservedState<Machine>
    private let end: ObservedOutcome<Machine.Output>
    private let receive: (Machine.State, Bool) -> Bool

    init(
        of hosted: ObservedState<Machine>, _ end: ObservedOutcome<Machine.Output>,
        _ receive: @escaping (Machine.State, Bool) -> Bool
    ) {
        self.hosted = hosted
        self.end = end
        self.receive = receive
    }

    func proceed() {
        let hasEnded = if case .running = end.outcome { false } else { true }
        guard receive(hosted.value, hasEnded), !hasEnded else { return }
        withObservationTracking {
            hosted.machine.audience.noteReading(of: .state)
            _ = end.outcome
        } onChange: { [self] in
            // Changes are announced on the main actor, once they have been made.
            MainActor.assumeIsolated { proceed() }
        }
    }
}
