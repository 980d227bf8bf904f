package import Oak
import OakTesting

/// A ``Script`` with a proxy whose senders wait for the macrostep.
package enum SuspendingScript: EffectTransducer {
    package typealias Proxy = SyncSuspendingProxy<Event>
    package struct Event: Sendable {
        package let name: String
        package let ends: Bool
        private let effects: [TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>]
        package var effect: TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>? { effects.first }

        package init(
            _ name: String, _ effect: TransducerEffect<Event, Void, SyncSuspendingProxy<Event>.Input>? = nil,
            ends: Bool = false
        ) {
            self.name = name
            self.ends = ends
            effects = effect.map { [$0] } ?? []
        }
    }
    package typealias State = Script.State
    package typealias Output = [String]

    package static func update(_ state: inout State, event: Event) -> (Effect?, [String]) {
        state.names.append(event.name)
        state.isTerminal = event.ends
        return (event.effect, state.names)
    }

    /// Starts a run on the executor of the test.
    package static func start(_ proxy: Proxy) -> Task<[String], any Error> {
        Task { try await run(initialState: State(), proxy: proxy) }
    }
}
