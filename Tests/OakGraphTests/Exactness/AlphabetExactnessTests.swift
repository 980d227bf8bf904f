import Oak
import OakGraph
import OakTesting
import Testing

/// Events, answers and states are told apart by value, and an alphabet says who sends which event.
struct AlphabetExactnessTests {
    enum Player: EffectTransducer {
        enum State: Hashable, NonTerminal { case idle, playing, stopped, refused }
        enum Event: Hashable, CaseIterable, Sendable { case play, stop }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .play):
                state = .playing
                return Effect(id: "track", { _ in }, success: .stop)
            case (.playing, .stop): state = .stopped
            case (.idle, .stop): state = .refused
            case (.playing, .play), (.stopped, _), (.refused, _): break
            }
            return nil
        }
    }

    @Test func `C35 An event that somebody outside and an effect send comes from both`() {
        let both = StateGraph(of: Player.self, from: [.idle], events: .events(.play, .stop).answers(of: "track", .stop))
        let stops = both.transitions(from: both.states.firstIndex(of: .playing) ?? 0).filter { $0.event == .stop }
        #expect(both.states.contains(.refused))
        #expect(stops.map(\.sender) == [nil, "\"track\""])

        let one = StateGraph(of: Player.self, from: [.idle], events: .allCases.answers(of: "track", .stop))
        #expect(!one.states.contains(.refused))
    }

    /// An amount of money whose description has no currency.
    struct Money: Hashable, Sendable, CustomStringConvertible {
        var amount: Int
        var currency: String
        var description: String { "\(amount)" }
    }
    /// The same, without `==`.
    struct Payment: Sendable, CustomStringConvertible {
        var money: Money
        var description: String { "a payment" }
    }

    enum Wallet: EffectTransducer {
        struct State: Hashable, NonTerminal { var currencies: Set<String> = [] }
        enum Event: Sendable { case pay, paid(Payment) }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .pay: return Effect(id: "pay", operation: { _, _ in })
            case .paid(let payment): state.currencies.insert(payment.money.currency)
            }
            return nil
        }
    }

    @Test func `C35 Events with one description are several events`() {
        let (euro, yen) = (Money(amount: 5, currency: "EUR"), Money(amount: 5, currency: "JPY"))
        let graph = StateGraph(
            of: Wallet.self, from: [.init()],
            events: .events(.pay).answers(of: "pay", .paid(Payment(money: euro)), .paid(Payment(money: yen))))
        #expect(Set(graph.states.map(\.currencies)) == [[], ["EUR"], ["JPY"], ["EUR", "JPY"]])
        #expect(graph.verdict(on: .unansweredEffects) == .holds)

        let outside = StateGraph(
            of: Wallet.self, from: [.init()],
            events: .events(.paid(Payment(money: euro)), .paid(Payment(money: yen))).mergingPayloads())
        #expect(outside.states.count == 4)
    }

    nonisolated(unsafe) private static var isEuro = false

    enum Exchange: Transducer {
        enum State: Hashable { case open }
        enum Event: CaseIterable { case quote }

        static func update(_ state: inout State, event: Event) -> Money {
            isEuro.toggle()
            return Money(amount: 5, currency: isEuro ? "EUR" : "JPY")
        }
    }
    /// An output with a new identity each time.
    enum Notary: Transducer {
        final class Deed: Sendable { let text = "deed" }
        enum State: Hashable { case open }
        enum Event: CaseIterable { case sign }

        static func update(_ state: inout State, event: Event) -> Deed { Deed() }
    }

    @Test func `C35 Outputs are compared by value`() {
        #expect(
            StateGraph(of: Exchange.self, from: [.open], events: .allCases).verdict(on: .determinism) == .fails)
        #expect(StateGraph(of: Notary.self, from: [.open], events: .allCases).verdict(on: .determinism) == .holds)
    }

    enum Range: Transducer {
        enum State: Hashable { case low, high }
        enum Event: Hashable { case set(Int) }

        static func update(_ state: inout State, event: Event) {
            if case .set(let value) = event, value < 3 { state = value == 1 ? .low : .high }
        }
    }

    @Test func `C35 Merging events changes nothing but the picture`() {
        let plain = StateGraph(of: Range.self, from: [.low], events: [.set(1), .set(2), .set(3)])
        let merged = StateGraph(
            of: Range.self, from: [.low], events: .events(.set(1), .set(2), .set(3)).mergingPayloads())
        #expect(plain.check().findings.map(\.message) == merged.check().findings.map(\.message))
        #expect(merged.verdict(on: .unhandledEvents) == .fails)
    }

    @Test func `C35 States that are shown alike are compared by answers, too`() {
        let script = Script([
            [.input(0): .go(to: 1, .operation(0))],
            [.input(0): .go(to: 2, .operation(0)), .last(of: 0): .go(to: 3)],
            [.input(0): .go(to: 2, .operation(0)), .last(of: 0): .go(to: 2)],
            [.input(0): .go(to: 2, .operation(0))],
        ])
        let graph = StateGraph(
            of: ScriptedMachine.self, from: [Position(script: script)],
            events: .events(.input(0)).answers(of: 0, .last(of: 0)), showing: { $0.phase == 1 || $0.phase == 2 })
        #expect(graph.cut == .inexactAbstraction(shown: "true", event: ".answer(1, of: 0)"))
    }

    @Test func `C35 States that are shown alike are compared by the effects that they begin`() {
        let script = Script([
            [.input(0): .go(to: 1, .operation(0))], [.input(0): .go(to: 2, .operation(0))],
            [.input(0): .go(to: 3, .operation(1))], [:],
        ])
        let graph = StateGraph(
            of: ScriptedMachine.self, from: [Position(script: script)],
            events: .events(.input(0)).answers(of: 0, .last(of: 0)), showing: { $0.phase > 0 })
        #expect(graph.cut == .inexactAbstraction(shown: "true", event: ".input(0)"))
    }

    @Test func `C35 A postponed event without a place ends a run`() {
        let closed = Position(script: Script([[.input(0): .postpone, .input(1): .go(to: 1)], [:]]))
        func graph(_ limits: GraphLimits) -> StateGraph<ScriptedMachine> {
            StateGraph(of: ScriptedMachine.self, from: [closed], events: [.input(0), .input(1)], limits: limits)
        }
        #expect(graph(.init()).verdict(on: .consistency) == .holds)
        let finding = graph(.init(postponedEvents: 2)).check([.consistency]).findings.first
        #expect(finding?.path?.events == [.input(0), .input(0)])
        #expect(finding?.event == .input(0))
    }

    enum Chain: EffectTransducer {
        struct State: Hashable, NonTerminal { var links = 0, isOpen = false }
        enum Event: Hashable, CaseIterable, Sendable { case pull, next, reset }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .pull: return .event(.next)
            case .next:
                state.links += 1
                if state.links < 3_000 { return .event(.next) }
                state = State(isOpen: true)
            case .reset: state.links = 0
            }
            return nil
        }
    }

    @Test func `C35 Nothing holds where a chain is longer than the limit`() {
        let short = StateGraph(
            of: Chain.self, from: [.init()], events: [.pull, .reset], limits: .init(actionEvents: 100))
        #expect(short.verdict(on: .endlessActions) == .fails)
        let open = short.verdict(on: .never("It opens") { $0.isOpen })
        guard case .inconclusive(let reason) = open else { return #expect(Bool(false), "\(open)") }
        #expect(reason.contains(".pull"))
        #expect(short.verdict(on: .unexpectedEvents) == open)

        let long = StateGraph(of: Chain.self, from: [.init()], events: [.pull, .reset])
        #expect(long.verdict(on: .never("It opens") { $0.isOpen }) == .fails)
    }

    @Test("Checks cover all transitions of a long macrostep")
    func longMacrostep() {
        let graph = StateGraph(of: Chain.self, from: [.init()], events: [.pull])
        #expect(graph.verdict(on: .never("2000") { $0.links == 2_000 }) == .fails)
        #expect(graph.verdict(on: .sometimes("2000") { $0.links == 2_000 }) == .holds)
        #expect(graph.verdict(on: .reachability, declaring: [.init(links: 2_999)]) == .holds)
    }
}
