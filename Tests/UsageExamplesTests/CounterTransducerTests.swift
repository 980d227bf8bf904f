import Oak
import Testing

/// A counter with services that have defaults.
enum CounterTransducer: EffectTransducer {

    struct Env {
        var increment: @Sendable () async throws -> Void = {
            try await Task.sleep(nanoseconds: 1_000_000_000)
        }
        var decrement: @Sendable () async throws -> Void = {
            try await Task.sleep(nanoseconds: 1_000_000_000)
        }
    }

    struct State: Terminable, Equatable {
        var value: Int = 0
        var pending: Pending = .none
        var isTerminal: Bool { false }
        var isPending: Bool { pending != .none }
    }

    static var initialState: State { State() }

    enum Event: CaseIterable {
        case increment
        case decrement
        case reset
        case incrementReady
        case decrementReady
    }

    enum Pending: CaseIterable {
        case none
        case increment
        case decrement
    }

    static func incrementEffect() -> Self.Effect {
        Effect(
            operation: { env, input in
                try await env.increment()
                try input.send(.incrementReady)
            }
        )
    }

    static func decrementEffect() -> Self.Effect {
        Effect(
            operation: { env, input in
                try await env.decrement()
                try input.send(.decrementReady)
            }
        )
    }

    static func update(
        _ state: inout State,
        event: Event
    ) -> Self.Effect? {
        switch (state.pending, event) {
        case (.none, .increment):
            state.pending = .increment
            return incrementEffect()
        case (.none, .decrement):
            state.pending = .decrement
            return decrementEffect()
        case (.increment, .incrementReady):
            state.value += 1
            state.pending = .none
            return nil
        case (.decrement, .decrementReady):
            state.value -= 1
            state.pending = .none
            return nil
        case (_, .reset):
            state = State(value: 0, pending: .none)
            return nil
        case (_, .increment), (_, .decrement):
            return nil
        case (_, .incrementReady), (_, .decrementReady):
            return nil
        }
    }
}

@Suite("Counter with effects")
struct CounterTransducerTests {
    @Test("A decrement is counted when it is ready")
    func happyPath() {
        var state = CounterTransducer.initialState
        #expect(CounterTransducer.update(&state, event: .decrement)?.kind == .operation)
        #expect(state.isPending)
        #expect(CounterTransducer.update(&state, event: .decrementReady) == nil)
        #expect(state == CounterTransducer.State(value: -1))
    }

    @Test(
        "Every event has an answer in every state",
        arguments: CounterTransducer.Pending.allCases, CounterTransducer.Event.allCases)
    func everyPair(pending: CounterTransducer.Pending, event: CounterTransducer.Event) {
        var state = CounterTransducer.State(value: 7, pending: pending)
        let before = state
        let effect = CounterTransducer.update(&state, event: event)

        // Work is asked for in one situation only: a step begins.
        #expect((effect != nil) == (before.pending == .none && state.isPending))
        switch (pending, event) {
        case (.increment, .incrementReady): #expect(state == CounterTransducer.State(value: 8))
        case (.decrement, .decrementReady): #expect(state == CounterTransducer.State(value: 6))
        case (.none, .increment): #expect(state == CounterTransducer.State(value: 7, pending: .increment))
        case (.none, .decrement): #expect(state == CounterTransducer.State(value: 7, pending: .decrement))
        case (_, .reset): #expect(state == CounterTransducer.State())
        case (_, .increment), (_, .decrement), (_, .incrementReady), (_, .decrementReady): #expect(state == before)
        }
    }

    @Test("A run counts what its services do")
    func integration() async throws {
        let steps = ControlledService<Int, Void>()
        let recorder = StateRecorder(of: CounterTransducer.self) { $0.value }
        let proxy = CounterTransducer.Proxy()

        let task = Task {
            try await CounterTransducer.run(
                initialState: CounterTransducer.State(),
                proxy: proxy,
                env: CounterTransducer.Env(
                    increment: { try await steps(1) },
                    decrement: { try await steps(-1) }),
                observer: recorder)
        }

        for event in [.increment, .increment, .decrement] as [CounterTransducer.Event] {
            try proxy.send(event)
            let step = try await steps.next()
            let before = try await recorder.next()
            step.succeed()
            #expect(try await recorder.next() == before + step.argument)
        }
        try proxy.send(.reset)
        #expect(try await recorder.next() == 0)

        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }
}
