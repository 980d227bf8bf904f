import Oak
import OakGraph
import OakTesting
import Testing

/// A machine that gives up the first step of a sequence when it takes its answer.
struct ResultExactnessTests {
    enum Step: Hashable, Sendable, CaseIterable { case sent, result, error, resultOfChild }
    enum Reaction: Hashable, Sendable, CaseIterable { case cancellation, replacement }

    enum Order: EffectTransducer {
        struct State: Hashable, Sendable, NonTerminal {
            enum Phase: Hashable, Sendable { case idle, first, second, done }
            var step: Step
            var reaction: Reaction
            var phase = Phase.idle
        }
        enum Event: Hashable, Sendable { case start, one, two }
        struct Failure: Error {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state.phase, event) {
            case (.idle, .start):
                state.phase = .first
                return .sequence(id: "both", first(of: state.step), Effect(id: "b", { _ in }, success: .two))
            case (.first, .one):
                state.phase = .second
                return state.reaction == .cancellation ? .cancelTask("a") : Effect(id: "a", { _ in }, success: .one)
            case (.second, .two): state.phase = .done
            case (_, _): break
            }
            return nil
        }

        private static func first(of step: Step) -> Effect {
            switch step {
            case .sent: Effect(id: "a") { _, input in try input.send(.one) }
            case .result: Effect(id: "a", { _ in }, success: .one)
            case .error: Effect(id: "a", { _ in throw Failure() }, success: .one, failure: { _ in .one })
            case .resultOfChild: .sequence(Effect(id: "a", { _ in }, success: .one))
            }
        }
    }

    @Test(arguments: Step.allCases, Reaction.allCases)
    func `C35 An operation that gives its answer as its result is not live any more when the answer is taken`(
        step: Step, reaction: Reaction
    ) async throws {
        let graph = StateGraph(
            of: Order.self, from: [.init(step: step, reaction: reaction)],
            events: .events(.start).answers(of: "a", .one).answers(of: "b", .two))
        let isSent = step == .sent
        #expect(graph.states.contains { $0.phase == .done } == !isSent)
        let report = graph.check(
            [],
            properties: [
                .leadsTo("b answers", from: { $0.phase == .second }, to: { $0.phase == .done }, under: .answers)
            ])
        #expect(report.verdict == (isSent ? .fails : .holds), "\(report)")
        for seed: UInt64 in 1...40 {
            let recorder = TraceRecorder(of: Order.self)
            try await interleave(seed: seed) {
                let proxy = Order.Proxy()
                async let run: Void = Order.run(
                    initialState: .init(step: step, reaction: reaction), proxy: proxy, observer: recorder)
                try proxy.send(.start)
                for _ in 0..<40 { await Task.yield() }
                proxy.cancel()
                do { try await run } catch TransducerError.cancelled {}
            }
            let verdict = graph.admits(recorder.trace)
            #expect(verdict.isAdmitted, "Seed \(seed): \(verdict)")
        }
    }
}
