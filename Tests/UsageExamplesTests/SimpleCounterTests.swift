import Oak
import Testing

enum SimpleCounter: Transducer {
    struct State: NonTerminal { var count = 0 }
    static var initialState: State { State() }
    enum Event { case increment, decrement }
    enum Output: Equatable { case none, value(Int) }

    static func update(_ state: inout State, event: Event) -> Output {
        switch event {
        case .increment: state.count += 1
        case .decrement: state.count -= 1
        }
        return .value(state.count)
    }
}

@Suite struct SimpleCounterTests {
    @Test func runs() async throws {
        let proxy = SimpleCounter.Proxy()
        let task = Task { try await SimpleCounter.run(initialState: SimpleCounter.initialState, proxy: proxy) }
        try proxy.send(.increment)
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }
}
