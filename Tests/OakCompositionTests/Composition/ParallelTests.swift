import Foundation
import Oak
import OakTesting
import TestSupport
import Testing

@Suite("C19 Parallel machines")
struct ParallelTests {
    /// A machine that ends with an output which its state does not have.
    private enum Bell: Transducer {
        enum State: String, Terminable, Codable {
            case quiet, rung
            var isTerminal: Bool { self == .rung }
        }
        typealias Event = Int
        static func update(_ state: inout State, event: Int) -> Int {
            state = .rung
            return event
        }
    }

    @Test("A machine that has ended has its last output after the states of both were stored and restored")
    func restored() async throws {
        typealias Bells = Parallel<Bell, Bell>
        var state = Bells.State(.quiet, .quiet)
        _ = Bells.step(&state, event: .first(7))
        let stored = try JSONEncoder().encode(state)
        let restored = try JSONDecoder().decode(Bells.State.self, from: stored)
        let proxy = Bells.Proxy(initialEvent: .second(8))
        #expect(
            try await Bells.run(initialState: restored, proxy: proxy, env: .init())
                == ProductOutput(first: 7, second: 8))
    }
}

/// Runs a machine with some events and returns its outputs.
func outputs<T: ExecutableTransducer & SendableMetatype>(
    of type: T.Type, from state: T.State, env: T.Env, _ events: [T.Event]
) async throws -> [T.Output] where T.State: Sendable, T.Event: Sendable, T.Env: Sendable, T.Output: Sendable {
    try await interleave(seed: 1) {
        let log = Recorder<T.Output>()
        let proxy = T.Proxy(bufferSize: events.count)
        try InputPort(proxy.mailbox).send(contentsOf: events)
        async let run = result {
            _ = try await T.run(initialState: state, proxy: proxy, env: env, output: Callback { log.record($0) })
        }
        await idle()
        proxy.cancel()
        let outcome = await run
        expectThat(throws: TransducerError.cancelled) { try outcome.get() }
        return log.values
    }
}
