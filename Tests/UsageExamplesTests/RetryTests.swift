import Oak
import OakTesting
import TestSupport
import Testing

/// Tries again a few times, with a pause in between, and then gives up.
enum NetworkTransducer: EffectTransducer {
    typealias Data = [UInt8]

    struct Env: Sendable {
        var fetch: @Sendable () async throws -> Data
        /// Waits before the given attempt is made.
        var pause: @Sendable (_ attempt: Int) async throws -> Void
        var showError: @Sendable (any Error) async -> Void
    }

    enum State {
        case idle
        case loading
        case retrying(attempt: Int)
        case failed(any Error)
        case loaded(Data)
    }

    enum Event {
        case load
        case failed(any Error)
        case received(Data)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch (state, event) {
        case (.idle, .load), (.failed, .load):
            state = .loading
            return fetchEffect()

        case (.loading, .failed):
            state = .retrying(attempt: 1)
            return retryAfterDelay(attempt: 1)

        case (.retrying(let attempt), .failed) where attempt < 3:
            state = .retrying(attempt: attempt + 1)
            return retryAfterDelay(attempt: attempt + 1)

        case (.retrying, .failed(let error)):
            state = .failed(error)
            return showErrorEffect(error)

        case (.loading, .received(let data)), (.retrying, .received(let data)):
            state = .loaded(data)
            return nil

        case (.idle, .failed), (.idle, .received), (.loading, .load), (.retrying, .load):
            return nil
        case (.failed, .failed), (.failed, .received), (.loaded, _):
            return nil
        }
    }

    static func fetchEffect() -> Effect {
        Effect(id: "fetch") { env, input in try await fetch(env, input) }
    }

    static func retryAfterDelay(attempt: Int) -> Effect {
        Effect(id: "fetch") { env, input in
            try await env.pause(attempt)
            try await fetch(env, input)
        }
    }

    static func showErrorEffect(_ error: any Error) -> Effect {
        Effect { env, _ in await env.showError(error) }
    }

    private static func fetch(_ env: Env, _ input: Input) async throws {
        do {
            let data = try await env.fetch()
            try input.send(.received(data))
        } catch {
            try input.send(.failed(error))
        }
    }
}

@Suite("Retry", .timeLimit(.minutes(20)))
struct RetryTests {
    typealias State = NetworkTransducer.State

    struct Timeout: Error {}

    /// Everything that the machine asks of the world, answered by the test.
    struct MockEnvironment {
        let fetch = Gate<NetworkTransducer.Data>("the fetch")
        let pause = Gate<Void>("the pause")
        let journal = Recorder<String>()

        var env: NetworkTransducer.Env {
            NetworkTransducer.Env(
                fetch: fetch.wait,
                pause: { [pause, journal] attempt in
                    journal.record("pause \(attempt)")
                    try await pause.wait()
                },
                showError: { [journal] error in journal.record("\(error)") })
        }
    }

    @Test("A failure is followed by another attempt")
    func happyPath() {
        var state = State.idle
        #expect(NetworkTransducer.update(&state, event: .load)?.id == EffectID("fetch"))
        #expect(NetworkTransducer.update(&state, event: .failed(Timeout()))?.id == EffectID("fetch"))
        #expect("\(state)" == "\(State.retrying(attempt: 1))")
        #expect(NetworkTransducer.update(&state, event: .received([7])) == nil)
        #expect("\(state)" == "\(State.loaded([7]))")
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        let error = Timeout()
        expectTable(
            of: NetworkTransducer.self,
            states: [
                .idle, .loading, .retrying(attempt: 1), .retrying(attempt: 2), .retrying(attempt: 3),
                .failed(error), .loaded([7]),
            ],
            events: [.load, .failed(error), .received([7])])
    }

    @Test("After three more attempts the error is shown; loading anew is possible")
    func integration() async {
        let world = MockEnvironment()
        let error = Timeout()
        let tester = TransducerTester(of: NetworkTransducer.self, initialState: .idle, env: world.env)

        await tester.send(.load) { $0 = .loading }
        tester.expectStarted(.operation(id: "fetch"))
        for attempt in 1...3 {
            world.fetch.letThrough(throwing: error)
            await tester.receive(.failed(error)) { $0 = .retrying(attempt: attempt) }
            // It has answered, and its name goes to its successor before it has ended.
            tester.expectCancelled(.operation(id: "fetch"), because: .replaced)
            tester.expectStarted(.operation(id: "fetch"))
            #expect(world.journal.values.last == "pause \(attempt)")
            world.pause.letThrough()
            await tester.settle()
        }
        world.fetch.letThrough(throwing: error)
        await tester.receive(.failed(error)) { $0 = .failed(error) }
        tester.expectStarted(.operation)
        #expect(world.journal.values.last == "\(error)")

        await tester.send(.load) { $0 = .loading }
        tester.expectStarted(.operation(id: "fetch"))
        world.fetch.letThrough(returning: [7])
        await tester.receive(.received([7])) { $0 = .loaded([7]) }
        await tester.finish()
    }
}
