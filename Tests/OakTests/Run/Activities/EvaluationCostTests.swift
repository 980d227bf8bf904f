import Oak
import OakTesting
import TestSupport
import Testing

/// A composite that counts the evaluations of its active children.
private enum CountingComposite: CompositeTransducer {
    struct State: Terminable, Sendable {
        let evaluations: Counter
        var member: ActivityChild.State?
        var isTerminal = false
    }
    enum Event: Sendable { case member(ActivityChild.Event), enter(ActivityChild.State), leave, nothing, end }

    static let member = child("member", ActivityChild.self, event: Event.member)

    static func activeChildren(in state: State) -> Active<Self> {
        let _ = state.evaluations.increment()
        member(state.member)
    }

    static func update(_ state: inout State, event: Event) -> Effect? {
        switch event {
        case .member(let event): return member.step(&state.member, event).effect
        case .enter(let child): state.member = child
        case .leave: state.member = nil
        case .nothing: break
        case .end: state.isTerminal = true
        }
        return nil
    }
}

@Suite("C32 Cost of evaluating active children")
struct EvaluationCostTests {
    @Test("An event evaluates the children once more after the effects of a departed child have ended")
    func afterDeparture() async throws {
        let costs = try await interleave(seed: 1) {
            let (proxy, evaluations) = (CountingComposite.Proxy(bufferSize: 8), Counter())
            async let run = TestSupport.result {
                try await CountingComposite.run(initialState: .init(evaluations: evaluations), proxy: proxy)
            }
            var costs: [Int] = []
            for events in [[], [.enter(.init("a")), .member(.effect("b"))], [.leave]] as [[CountingComposite.Event]] {
                try proxy.send(contentsOf: events)
                await idle()
                let before = evaluations.value
                try proxy.send(.nothing)
                await idle()
                costs.append(evaluations.value - before)
            }
            try proxy.send(.end)
            _ = try await run.get()
            return costs
        }
        // The activities are evaluated after each event, the children before and after it while an effect is live.
        #expect(costs == [1, 3, 1])
    }
}
