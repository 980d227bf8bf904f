import Counters
import Oak
import TestSupport
import Testing

@Suite("A counter with effects")
struct EffectCounterTests {
    typealias State = EffectCounter.State

    struct Pair: Sendable {
        let before: State
        let event: EffectCounter.Event
        let after: State
        let effect: EffectKind?

        init(_ before: State, _ event: EffectCounter.Event, _ after: State, _ effect: EffectKind? = nil) {
            (self.before, self.event, self.after, self.effect) = (before, event, after, effect)
        }
    }

    static let idle = State(value: 5)
    static let up = State(value: 5, pending: .increment)
    static let down = State(value: 5, pending: .decrement)

    @Test(
        "Every state answers every event",
        arguments: [
            Pair(idle, .increment, up, .operation), Pair(idle, .decrement, down, .operation),
            Pair(idle, .reset, State()), Pair(idle, .incrementReady, idle), Pair(idle, .decrementReady, idle),
            Pair(up, .increment, up), Pair(up, .decrement, up), Pair(up, .reset, State(), .cancelTask),
            Pair(up, .incrementReady, State(value: 6)), Pair(up, .decrementReady, up),
            Pair(down, .increment, down), Pair(down, .decrement, down), Pair(down, .reset, State(), .cancelTask),
            Pair(down, .incrementReady, down), Pair(down, .decrementReady, State(value: 4)),
        ])
    func pairs(pair: Pair) {
        var state = pair.before
        let effect = EffectCounter.update(&state, event: pair.event)
        #expect(state == pair.after)
        #expect(effect?.kind == pair.effect)
    }

    @Test("A step counts when the service has finished it")
    func step() async throws {
        let recorder = StateRecorder<State, State> { $0 }
        let proxy = EffectCounter.Proxy(initialEvent: .increment)
        let latch = Latch()
        let run = Task {
            try await EffectCounter.run(
                initialState: State(), proxy: proxy, env: EffectCounter.Env(increment: latch.wait, decrement: {}),
                observer: recorder)
        }
        #expect(await recorder.next() == State(value: 0, pending: .increment))
        latch.open()
        #expect(await recorder.next() == State(value: 1))
        try proxy.send(.decrement)
        #expect(await recorder.next() == State(value: 1, pending: .decrement))
        #expect(await recorder.next() == State(value: 0))
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await run.value }
    }

    @Test("A step that was called off does not count, not even for the step after it")
    func reset() async throws {
        let recorder = StateRecorder<State, State> { $0 }
        let proxy = EffectCounter.Proxy()
        let (callingOff, next) = (Latch(), Latch())
        let env = EffectCounter.Env(
            increment: {
                // Not a good citizen: finishes although it was cancelled.
                try? await callingOff.wait()
            },
            decrement: next.wait)
        try proxy.send(contentsOf: [.increment, .reset, .decrement])
        let run = Task {
            try await EffectCounter.run(initialState: State(), proxy: proxy, env: env, observer: recorder)
        }
        #expect(await recorder.next() == State(value: 0, pending: .increment))
        #expect(await recorder.next() == State(value: 0))
        #expect(await recorder.next() == State(value: 0, pending: .decrement))
        callingOff.open()
        next.open()
        #expect(await recorder.next() == State(value: -1))
        proxy.cancel()
        await #expect(throws: TransducerError.cancelled) { try await run.value }
    }

    @Test("A service that fails ends the run with its error")
    func failure() async {
        struct OutOfOrder: Error {}
        let env = EffectCounter.Env(increment: { throw OutOfOrder() }, decrement: {})
        await #expect(throws: OutOfOrder.self) {
            try await EffectCounter.run(
                initialState: State(), proxy: EffectCounter.Proxy(initialEvent: .increment), env: env)
        }
    }
}
