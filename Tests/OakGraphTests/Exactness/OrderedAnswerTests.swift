import Oak
import OakGraph
import Testing

/// Answers of which some come before all others.
struct OrderedAnswerTests {
    enum Feed: EffectTransducer {
        struct State: Hashable, NonTerminal {
            var isReady = true
            var heard = ""
        }
        enum Event: Hashable, Sendable { case begin, ready, hello, version, text, bye }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            guard state.heard.count < 5 else { return event == .begin ? .unexpected : nil }
            guard state.isReady || event == .ready || event == .begin else { return .postpone }
            switch event {
            case .begin:
                guard state.heard.isEmpty else { return .unexpected }
                state.heard = "-"
                return Effect(id: "feed") { _, _ in }
            case .ready: state.isReady = true
            case .hello: state.heard += "h"
            case .version: state.heard += "v"
            case .text: state.heard += "t"
            case .bye: state.heard += "b"
            }
            return nil
        }
    }

    private static let heard = ["", "-", "-h", "-hv", "-hvb", "-hvt", "-hvtb", "-hvtt"]

    @Test("C35 Answers that come first come in their order, each once, also if the machine postpones them")
    func order() {
        let answers = Alphabet<Feed>.events(.begin, .ready).answers(
            of: "feed", first: [.hello, .version], sending: [.text], endingWith: [.bye])
        for isReady in [true, false] {
            let graph = StateGraph(
                of: Feed.self, from: [.init(isReady: isReady)], events: answers, limits: .init(states: 2_000))
            #expect(graph.cut == nil)
            #expect(Set(graph.states.filter(\.isReady).map(\.heard)).sorted() == Self.heard)
            #expect(graph.check([.unansweredEffects]).findings.isEmpty)
        }
    }

    @Test("An effect may fail, and end in silence, before the answers that come first")
    func ends() {
        let answers = Alphabet<Feed>.events(.begin).answers(
            of: "feed", first: [.hello, .version], sending: [], endingWith: [], ends: true)
        let graph = StateGraph(of: Feed.self, from: [.init()], events: answers)
        #expect(graph.states.map(\.heard) == ["", "-", "-h", "-hv"])
    }
}
