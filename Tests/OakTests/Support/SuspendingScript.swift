import Oak
import OakTesting

/// A ``Script`` with a proxy whose senders wait for the macrostep.
enum SuspendingScript: EffectTransducer {
    typealias Proxy = SyncSuspendingProxy<Event>
    struct Event: Sendable {
        let name: String
        let ends: Bool
        private let effects: [TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>]
        var effect: TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>? { effects.first }

        init(
            _ name: String, _ effect: TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>? = nil,
            ends: Bool = false
        ) {
            self.name = name
            self.ends = ends
            effects = effect.map { [$0] } ?? []
        }
    }
    typealias State = Script.State
    typealias Output = [String]

    static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        state.names.append(event.name)
        state.isTerminal = event.ends
        return (event.effect, state.names)
    }

    /// Starts a run on the executor of the test.
    static func start(_ proxy: Proxy) -> Task<[String], any Error> {
        Task(executorPreference: DeterministicExecutor.current) {
            try await run(initialState: State(), proxy: proxy)
        }
    }
}
