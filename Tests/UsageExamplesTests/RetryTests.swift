import Oak
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

@Suite("Retry")
struct RetryTests {
    typealias State = NetworkTransducer.State

    struct Timeout: Error {}

    /// Everything that the machine asks of the world, answered by the test.
    struct MockEnvironment {
        let fetches = ControlledService<Void, NetworkTransducer.Data>()
        let pauses = ControlledService<Int, Void>()
        let errors = ControlledService<String, Void>()

        var env: NetworkTransducer.Env {
            NetworkTransducer.Env(
                fetch: { [fetches] in try await fetches() },
                pause: { [pauses] attempt in try await pauses(attempt) },
                showError: { [errors] error in try? await errors("\(error)") })
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
        let (error, fetch) = (Timeout(), "operation(id: fetch)")
        expectTable(
            [
                Row<NetworkTransducer>(.idle, .load, to: .loading, fetch),
                Row(.loading, .failed(error), to: .retrying(attempt: 1), fetch),
                Row(.loading, .received([7]), to: .loaded([7])),
                Row(.retrying(attempt: 1), .failed(error), to: .retrying(attempt: 2), fetch),
                Row(.retrying(attempt: 1), .received([7]), to: .loaded([7])),
                Row(.retrying(attempt: 2), .failed(error), to: .retrying(attempt: 3), fetch),
                Row(.retrying(attempt: 2), .received([7]), to: .loaded([7])),
                Row(.retrying(attempt: 3), .failed(error), to: .failed(error), "operation"),
                Row(.retrying(attempt: 3), .received([7]), to: .loaded([7])),
                Row(.failed(error), .load, to: .loading, fetch),
            ],
            states: [
                .idle, .loading, .retrying(attempt: 1), .retrying(attempt: 2), .retrying(attempt: 3),
                .failed(error), .loaded([7]),
            ],
            events: [.load, .failed(error), .received([7])])
    }

    @Test("After three more attempts the error is shown; loading anew is possible")
    func integration() async throws {
        let world = MockEnvironment()
        let proxy = NetworkTransducer.Proxy()
        let recorder = StateRecorder(of: NetworkTransducer.self)
        let task = Task {
            try await NetworkTransducer.run(
                initialState: .idle, proxy: proxy, env: world.env, observer: recorder)
        }

        try proxy.send(.load)
        try await world.fetches.next().fail(with: Timeout())
        for attempt in 1...3 {
            let pause = try await world.pauses.next()
            #expect(pause.argument == attempt)
            pause.succeed()
            try await world.fetches.next().fail(with: Timeout())
        }
        let shown = try await world.errors.next()
        #expect(shown.argument == "\(Timeout())")
        shown.succeed()

        try proxy.send(.load)
        try await world.fetches.next().succeed(with: [7])
        while true { if case .loaded([7]) = try await recorder.next() { break } }

        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }
}
