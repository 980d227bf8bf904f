import Oak
import Testing

/// A counter that tells its value after each step and never ends by itself.
enum SimpleCounter: Transducer {

    struct State: NonTerminal, Equatable {
        var count: Int = 0
    }

    static var initialState: State { State() }

    enum Event {
        case increment
        case decrement
    }

    enum Output: Equatable {
        case none
        case value(Int)
    }

    static func update(_ state: inout State, event: Event) -> Output {
        switch event {
        case .increment:
            state.count += 1
            return .value(state.count)
        case .decrement:
            state.count -= 1
            return .value(state.count)
        }
    }
}

@Suite("Simple counter", .timeLimit(.minutes(20)))
struct SimpleCounterTests {
    @Test("The output is the new count")
    func happyPath() {
        var state = SimpleCounter.initialState
        #expect(SimpleCounter.update(&state, event: .increment) == .value(1))
        #expect(SimpleCounter.update(&state, event: .increment) == .value(2))
        #expect(SimpleCounter.update(&state, event: .decrement) == .value(1))
        #expect(state.count == 1)
    }

    @Test(
        "Every event has an answer in every state",
        arguments: [-1, 0, 41], [.increment, .decrement] as [SimpleCounter.Event])
    func everyPair(count: Int, event: SimpleCounter.Event) {
        var state = SimpleCounter.State(count: count)
        let output = SimpleCounter.update(&state, event: event)
        #expect(output == .value(event == .increment ? count + 1 : count - 1))
        #expect(!state.isTerminal)
    }

    @Test("A proxy drives a run in another task")
    func integration() async throws {
        let proxy = SimpleCounter.Proxy()
        let (counts, incoming) = AsyncStream<Int>.makeStream()

        let task = Task {
            try await SimpleCounter.run(
                initialState: SimpleCounter.initialState,
                proxy: proxy,
                output: Callback { output in
                    switch output {
                    case .none:
                        break
                    case .value(let count):
                        incoming.yield(count)
                    }
                })
        }

        try proxy.send(.increment)
        try proxy.send(.decrement)

        var received: [Int] = []
        for await count in counts.prefix(2) { received.append(count) }
        #expect(received == [1, 0])

        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }

    @Test("A run without a subject needs nothing but a state and a proxy")
    func withoutOutput() async throws {
        let proxy = SimpleCounter.Proxy()

        let task = Task {
            try await SimpleCounter.run(
                initialState: SimpleCounter.initialState,
                proxy: proxy
            )
        }

        try proxy.send(.increment)
        try proxy.send(.decrement)
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }
}
