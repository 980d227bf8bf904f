import Oak
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

@Suite("Effect counter")
struct EffectCounterTests {
    typealias State = EffectCounter.State

    struct MockServices {
        let increments = ControlledService<Void, Void>()
        let decrements = ControlledService<Void, Void>()

        var env: EffectCounter.Env {
            var env = EffectCounter.Env()
            env.serviceIncrement = { [increments] in try await increments() }
            env.serviceDecrement = { [decrements] in try await decrements() }
            return env
        }
    }

    @Test("A step is counted when its service is ready")
    func happyPath() {
        var state = EffectCounter.initialState
        #expect(EffectCounter.update(&state, event: .increment)?.kind == .operation)
        #expect(state.isPending)
        #expect(EffectCounter.update(&state, event: .incrementReady) == nil)
        #expect(state == State(value: 1, pending: .none))
    }

    @Test("Every event has an answer in every state")
    func everyPair() {
        let idle = State(value: 5)
        let up = State(value: 5, pending: .increment)
        let down = State(value: 5, pending: .decrement)
        expectTable(
            [
                Row<EffectCounter>(idle, .increment, to: up, "operation"),
                Row(idle, .decrement, to: down, "operation(id: decrement)"),
                Row(idle, .reset, to: State()),
                Row(up, .incrementReady, to: State(value: 6)),
                Row(up, .reset, to: State()),
                Row(down, .decrementReady, to: State(value: 4)),
                Row(down, .reset, to: State()),
            ],
            states: [idle, up, down], events: EffectCounter.Event.allCases)
    }

    @Test("Events during a step are ignored, and a reset makes its result meaningless")
    func integration() async throws {
        let services = MockServices()
        let proxy = EffectCounter.Proxy()
        let recorder = StateRecorder(of: EffectCounter.self)
        let task = Task {
            try await EffectCounter.run(
                initialState: EffectCounter.initialState, proxy: proxy, env: services.env, observer: recorder)
        }

        try proxy.send(.increment)
        try proxy.send(.decrement)
        let increment = try await services.increments.next()
        try await expect([State(value: 0, pending: .increment), State(value: 0, pending: .increment)], from: recorder)
        increment.succeed()
        try await expect([State(value: 1)], from: recorder)

        try proxy.send(.decrement)
        let decrement = try await services.decrements.next()
        try proxy.send(.reset)
        try await expect([State(value: 1, pending: .decrement), State()], from: recorder)
        decrement.succeed()
        try await expect([State()], from: recorder)

        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
        #expect(await services.decrements.close().isEmpty)
    }

    @Test("Cancelling the machine cancels the step that is under way")
    func cancellation() async throws {
        let services = MockServices()
        let proxy = EffectCounter.Proxy()
        let task = Task {
            try await EffectCounter.run(initialState: EffectCounter.initialState, proxy: proxy, env: services.env)
        }
        try proxy.send(.increment)
        // Never answered: the run can only end because the call is cancelled.
        _ = try await services.increments.next()
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await task.value }
    }

    private func expect(
        _ states: [State], from recorder: StateRecorder<EffectCounter, State>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for state in states {
            let next = try await recorder.next()
            #expect(next == state, sourceLocation: sourceLocation)
        }
    }
}
