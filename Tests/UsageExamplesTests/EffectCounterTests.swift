import Oak
import OakTesting
import Testing

/// A counter whose steps are done by services; it never ends by itself.
enum EffectCounter: EffectTransducer {
    struct State: NonTerminal, Equatable {
        enum Pending {
            case none
            case increment
            case decrement
        }

        var value: Int = 0
        var pending: Pending = .none
        var isPending: Bool { pending != .none }
    }

    static var initialState: State { State() }

    struct Env: Sendable {
        init() {
            self.serviceIncrement = {
                try await Task.sleep(nanoseconds: 1_000_000_000)
            }
            self.serviceDecrement = {
                try await Task.sleep(nanoseconds: 1_000_000_000)
            }
        }
        var serviceIncrement: @Sendable () async throws -> Void
        var serviceDecrement: @Sendable () async throws -> Void
    }

    enum Event: CaseIterable {
        case increment
        case decrement
        case reset
        case incrementReady
        case decrementReady
    }

    static func incrementEffect() -> Self.Effect {
        Effect { env, input in
            try await env.serviceIncrement()
            try input.send(.incrementReady)
        }
    }

    static func decrementEffect() -> Self.Effect {
        Effect(id: "decrement") { env, input in
            try await env.serviceDecrement()
            try input.send(.decrementReady)
        }
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
        case (_, .reset):
            state = State(value: 0, pending: .none)
            return nil
        case (.increment, .incrementReady):
            state.value += 1
            state.pending = .none
            return nil
        case (.decrement, .decrementReady):
            state.value -= 1
            state.pending = .none
            return nil
        case (.increment, .increment), (.increment, .decrement), (.decrement, .increment), (.decrement, .decrement):
            // One step at a time.
            return nil
        case (.none, .incrementReady), (.none, .decrementReady):
            // The step was overtaken by a reset.
            return nil
        case (.increment, .decrementReady), (.decrement, .incrementReady):
            return nil
        }
    }
}

@Suite("Effect counter", .timeLimit(.minutes(20)))
struct EffectCounterTests {
    typealias State = EffectCounter.State

    struct MockServices {
        let increment = Gate<Void>("the increment")
        let decrement = Gate<Void>("the decrement")

        var env: EffectCounter.Env {
            var env = EffectCounter.Env()
            env.serviceIncrement = increment.wait
            env.serviceDecrement = decrement.wait
            return env
        }
    }

    @Test("A step is counted when its service is ready")
    func happyPath() {
        expectTransitions(of: EffectCounter.self, from: EffectCounter.initialState)
            .on(.increment, to: State(pending: .increment), effect: .operation)
            .on(.incrementReady, to: State(value: 1))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        let idle = State(value: 5)
        let up = State(value: 5, pending: .increment)
        let down = State(value: 5, pending: .decrement)
        expectTable(
            of: EffectCounter.self,
            states: [idle, up, down], events: EffectCounter.Event.allCases)
    }

    @Test("Events during a step are ignored, and a reset makes its result meaningless")
    func integration() async {
        let services = MockServices()
        let tester = TransducerTester(
            of: EffectCounter.self, initialState: EffectCounter.initialState, env: services.env)

        await tester.send(.increment) { $0.pending = .increment }
        tester.expectStarted(.operation)
        await tester.send(.decrement)
        services.increment.open()
        await tester.receive(.incrementReady) { $0 = State(value: 1) }

        await tester.send(.decrement) { $0.pending = .decrement }
        tester.expectStarted(.operation(id: "decrement"))
        await tester.send(.reset) { $0 = State() }
        services.decrement.open()
        await tester.receive(.decrementReady)
        await tester.finish()
    }

    @Test("Cancelling the machine cancels the step that is under way")
    func cancellation() async {
        let tester = TransducerTester(
            of: EffectCounter.self, initialState: EffectCounter.initialState, env: MockServices().env)
        await tester.send(.increment) { $0.pending = .increment }
        tester.expectStarted(.operation)
        // Never answered: the run can only end because the call is cancelled.
        await tester.cancel()
        tester.expectCancelled(.operation, because: .machineEnded)
        await tester.finish(throwing: TransducerError.cancelled)
    }
}
