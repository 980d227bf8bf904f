import Oak
import OakTesting
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

@Suite("Counter with effects", .timeLimit(.minutes(20)))
struct CounterTransducerTests {
    @Test("A decrement is counted when it is ready")
    func happyPath() {
        expectTransitions(of: CounterTransducer.self, from: CounterTransducer.initialState)
            .on(.decrement, to: CounterTransducer.State(pending: .decrement), effect: .operation)
            .on(.decrementReady, to: CounterTransducer.State(value: -1))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        expectTable(
            of: CounterTransducer.self,
            states: CounterTransducer.Pending.allCases.map { CounterTransducer.State(value: 7, pending: $0) },
            events: CounterTransducer.Event.allCases)
    }

    @Test("A run counts what its services do")
    func integration() async {
        let (increment, decrement) = (Gate<Void>("the increment"), Gate<Void>("the decrement"))
        let tester = TransducerTester(
            of: CounterTransducer.self, initialState: CounterTransducer.State(),
            env: CounterTransducer.Env(increment: increment.wait, decrement: decrement.wait))

        for value in 1...2 {
            await tester.send(.increment) { $0.pending = .increment }
            tester.expectStarted(.operation)
            increment.letThrough()
            await tester.receive(.incrementReady) { $0 = CounterTransducer.State(value: value) }
        }
        await tester.send(.decrement) { $0.pending = .decrement }
        tester.expectStarted(.operation)
        decrement.letThrough()
        await tester.receive(.decrementReady) { $0 = CounterTransducer.State(value: 1) }

        await tester.send(.reset) { $0 = CounterTransducer.State() }
        await tester.finish()
    }
}
