import Oak
import OakTesting
import Testing

@testable import Counters

@Suite("A counter with effects")
struct EffectCounterTests {
    typealias State = EffectCounter.State

    @Test("Every state handles every event")
    func table() {
        expectTable(
            of: EffectCounter.self,
            states: [
                State(value: 5), State(value: 5, pending: .increment), State(value: 5, pending: .decrement),
            ],
            events: [.increment, .decrement, .reset, .incrementReady, .decrementReady])
    }

    @Test("A step counts once the service has finished it")
    func step() async {
        let increment = Gate<Void>("the increment")
        let tester = TransducerTester(
            of: EffectCounter.self, initialState: State(),
            env: EffectCounter.Env(increment: increment.wait, decrement: {}))

        await tester.send(.increment) { $0.pending = .increment }
        tester.expectStarted(.operation(id: EffectCounter.Work.step))
        increment.open()
        await tester.receive(.incrementReady) { $0 = State(value: 1) }

        await tester.send(.decrement) { $0.pending = .decrement }
        tester.expectStarted(.operation(id: EffectCounter.Work.step))
        await tester.receive(.decrementReady) { $0 = State(value: 0) }

        await tester.finish()
    }

    @Test("A cancelled step does not count, even for the next step")
    func reset() async {
        let decrement = Gate<Void>("the decrement")
        let tester = TransducerTester(
            of: EffectCounter.self, initialState: State(),
            env: EffectCounter.Env(
                increment: {
                    // Not a good citizen: finishes although it was cancelled.
                    try? await Gate<Void>("the increment").wait()
                },
                decrement: decrement.wait))

        await tester.send(.increment) { $0.pending = .increment }
        tester.expectStarted(.operation(id: EffectCounter.Work.step))
        await tester.send(.reset) { $0 = State() }
        tester.expectCancelled(.operation(id: EffectCounter.Work.step), because: .cancelTask)

        await tester.send(.decrement) { $0.pending = .decrement }
        tester.expectStarted(.operation(id: EffectCounter.Work.step))
        decrement.open()
        await tester.receive(.decrementReady) { $0 = State(value: -1) }

        await tester.finish()
    }
}
