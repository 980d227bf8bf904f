#if canImport(Combine)
    public import Combine
#endif

@available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableTransducer where Machine.State: Sendable {
    /// The states of the machine, from the current one on.
    ///
    /// A slow reader misses states, but never the latest state. The sequence ends after the last state of the run, or
    /// when the reading task is cancelled. It does not keep this object alive, and is for one reader: make another one
    /// for the next.
    public var states: AsyncStream<Machine.State> {
        let hosted = hosted
        // Only the main actor touches it.
        nonisolated(unsafe) var seen: Int?
        return AsyncStream { @MainActor in
            guard let next = await hosted.state(after: seen, isolation: MainActor.shared) else { return nil }
            seen = next.changes
            return next.state
        }
    }
}

#if canImport(Combine)
    @available(macOS 14, iOS 17, macCatalyst 17, tvOS 17, watchOS 10, visionOS 1, *)
    extension ObservableTransducer {
        /// A publisher of the states of the machine, from the current one on, which completes at the end of the run.
        ///
        /// It publishes each state within the transition's frame, before `send` returns, and does not keep this object
        /// alive.
        public var publisher: AnyPublisher<Machine.State, Never> {
            let known = hosted.publisher as? CurrentValueSubject<Machine.State, Never>
            let subject = known ?? CurrentValueSubject(hosted.state)
            hosted.publisher = subject
            hosted.publish = { [weak subject] state in
                if let state { subject?.send(state) } else { subject?.send(completion: .finished) }
            }
            if hosted.observers.hasEnded { subject.send(completion: .finished) }
            return subject.eraseToAnyPublisher()
        }
    }
#endif
