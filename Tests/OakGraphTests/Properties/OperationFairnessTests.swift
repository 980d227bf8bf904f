import Oak
import OakGraph
import Testing

/// Fairness is about single events, and about the operation that sends them.
struct OperationFairnessTests {
    /// A search that each keystroke restarts.
    enum Search: EffectTransducer {
        struct State: Hashable, NonTerminal {
            var isSearching = false
            var typed = 0
        }
        enum Event: Hashable, Sendable { case typed, found, wait }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .typed:
                state.isSearching = true
                state.typed = (state.typed + 1) % 2
                return Effect(id: "search") { _, _ in }
            case .found: state.isSearching = false
            case .wait: state.typed = (state.typed + 1) % 2
            }
            return nil
        }
    }

    func ends(_ fairness: Fairness<Search>) -> TemporalProperty<Search> {
        .leadsTo("Each search ends", from: \.isSearching, to: { !$0.isSearching }, under: fairness)
    }

    @Test func `A search that each keystroke restarts need not answer`() throws {
        let graph = StateGraph(of: Search.self, from: [.init()], events: .events(.typed).answers(of: "search", .found))
        for fairness in [Fairness<Search>.answers, .weak(for: { $0 == .found })] {
            let finding = try #require(graph.check([], properties: [ends(fairness)]).findings.first)
            #expect(finding.path?.cycle.map(\.event) == [.typed, .typed])
        }
        #expect(graph.verdict(on: ends(.strong(for: { $0 == .found }))) == .holds)
    }

    @Test func `A search that goes on has to answer, whatever else happens`() {
        let graph = StateGraph(
            of: Search.self, from: [.init()],
            events: Alphabet<Search>.generated { $0.isSearching ? [.wait] : [.typed] }.answers(of: "search", .found))
        #expect(graph.verdict(on: ends(.answers)) == .holds)
        #expect(graph.verdict(on: ends(.weak(for: { $0 == .found }))) == .holds)
        #expect(graph.verdict(on: ends(.progress)) == .fails)
    }

    /// Two jobs with names, each of which may be restarted.
    enum Jobs: EffectTransducer {
        struct State: Hashable, NonTerminal {
            var isFirstDone = false
            var turn = 0
        }
        enum Event: Hashable, Sendable { case start, restartSecond, done(Int) }
        struct Env: Sendable {}
        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .start: return .combine(Effect(id: 1) { _, _ in }, Effect(id: 2) { _, _ in })
            case .restartSecond:
                state.turn = 1 - state.turn
                return Effect(id: 2) { _, _ in }
            case .done(1): state.isFirstDone = true
            case .done: state.turn = 1 - state.turn
            }
            return nil
        }
    }

    @Test func `An operation has to answer although another one is restarted for ever`() {
        let graph = StateGraph(
            of: Jobs.self, from: [.init()],
            events: Alphabet<Jobs>.events(.restartSecond).answers(of: 1, .done(1)).answers(of: 2, .done(2)))
        let started = StateGraph(
            of: Jobs.self, from: [.init()],
            events: Alphabet<Jobs>.events(.start, .restartSecond).answers(of: 1, .done(1)).answers(of: 2, .done(2)))
        #expect(graph.verdict(on: .eventually("done", under: .answers) { $0.isFirstDone }) == .fails)
        let onlyOnce = TemporalFormula<Jobs>.always(.next(!.event { $0 == .start }))
        let isDone = TemporalFormula<Jobs>.eventually(.state { $0.isFirstDone })
        let begins = TemporalFormula<Jobs>.next(.event { $0 == .start } && onlyOnce)
        #expect(started.verdict(on: .formula("done", begins.implies(isDone), under: .answers)) == .holds)
        #expect(started.verdict(on: .formula("done", begins.implies(isDone), under: .progress)) == .fails)
    }

    enum Payment: Transducer {
        enum State: Hashable, NonTerminal { case open, halfPaid, paid }
        enum Event: Hashable { case pay(Int) }
        static func update(_ state: inout State, event: Event) {
            switch (state, event) {
            case (.open, .pay(1)): state = .halfPaid
            case (.halfPaid, .pay(1)): state = .open
            case (.halfPaid, .pay(2)): state = .paid
            case (_, .pay): break
            }
        }
    }

    @Test func `Showing events as one does not change what a property assumes`() {
        let events: Alphabet<Payment> = [.pay(1), .pay(2)]
        for alphabet in [events, events.mergingPayloads()] {
            let graph = StateGraph(of: Payment.self, from: [.open], events: alphabet)
            #expect(graph.verdict(on: .eventually("paid", under: .strong) { $0 == .paid }) == .holds)
            #expect(graph.verdict(on: .eventually("paid", under: .weak) { $0 == .paid }) == .fails)
        }
    }
}
