import Oak
import OakGraph
import OakTesting
import Testing

@Suite
struct LearnedAnswerTests {
    enum Load: EffectTransducer {
        enum State: Hashable, Sendable { case idle, loading, loaded }
        enum Event: CaseIterable, Hashable, Sendable { case start, progress, done, quit }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .start):
                state = .loading
                return Effect(id: "load", { _, input in try input.send(.progress) }, success: { .done })
            case (.loading, .progress): return nil
            case (.loading, .done): state = .loaded
            case (.loaded, .quit): state = .idle
            case (.idle, .quit), (.loading, .start), (.loading, .quit), (.loaded, .start): break
            case (.idle, .done), (.idle, .progress), (.loaded, .done), (.loaded, .progress): return .unexpected
            }
            return nil
        }
    }

    func trace(ended: Bool) -> Trace<Load.State, Load.Event, Void> {
        let load = TracedEffect(.operation, id: "\"load\"", number: 1)
        var entries: [Trace<Load.State, Load.Event, Void>.Entry] = [
            .runStarted(.idle), .eventTaken(.start, from: .external), .effect(load, .started),
            .transition(to: .loading), .eventTaken(.progress, from: .operation(1)), .transition(to: .loading),
            .eventTaken(.done, from: .operation(1)), .transition(to: .loaded),
        ]
        if ended { entries.append(.effect(load, .ended(error: nil))) }
        return Trace(transducer: "Load", entries: entries)
    }

    @Test
    func `An answer that was seen in a run comes only while its effect is live`() {
        let all = StateGraph(of: Load.self, from: [.idle], events: .allCases)
        #expect(all.verdict(on: .unexpectedEvents) == .fails)
        let learned = Alphabet<Load>.allCases.learningAnswers(from: [trace(ended: true)])
        let graph = StateGraph(of: Load.self, from: [.idle], events: learned)
        #expect(graph.verdict(on: .unexpectedEvents) == .holds)
        #expect(graph.model.transitions.filter { $0.sender == "\"load\"" }.map(\.event) == [".progress", ".done"])
    }

    @Test
    func `An event after which an effect was still live is not taken for its last`() {
        let learned = Alphabet<Load>.allCases.learningAnswers(from: [trace(ended: false)])
        let graph = StateGraph(of: Load.self, from: [.idle], events: learned)
        #expect(graph.verdict(on: .unexpectedEvents) == .fails)
    }
}
