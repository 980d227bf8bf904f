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

    enum Meter: EffectTransducer {
        struct State: Hashable, NonTerminal {
            var isReading = false
            var readings = 0
        }
        enum Event: Hashable, Sendable { case read, reading }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .read:
                state.isReading = true
                state.readings += 1
                return Effect(id: "reading", { _ in }, success: .reading)
            case .reading: state.isReading = state.readings > 1
            }
            return nil
        }
    }

    @Test func `C35 States that are shown alike are compared by answers, too`() {
        let graph = StateGraph(
            of: Meter.self, from: [.init()], events: .events(.read).answers(of: "reading", .reading),
            showing: \.isReading)
        #expect(graph.cut == .inexactAbstraction(shown: "true", event: ".reading"))
    }

    enum Copier: EffectTransducer {
        struct State: Hashable, NonTerminal {
            var isBusy = false
            var pages = 0
        }
        enum Event: Hashable, Sendable { case copy, done }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .copy:
                state = State(isBusy: true, pages: state.pages + 1)
                return Effect(id: state.pages == 3 ? "staple" : "copy", { _ in }, success: .done)
            case .done: state.isBusy = false
            }
            return nil
        }
    }

    @Test func `C35 States that are shown alike are compared by the effects that they begin`() {
        let graph = StateGraph(
            of: Copier.self, from: [.init()], events: .events(.copy).answers(of: "copy", .done), showing: \.isBusy)
        #expect(graph.cut == .inexactAbstraction(shown: "true", event: ".copy"))
    }

    enum Desk: EffectTransducer {
        enum State: Hashable, NonTerminal { case closed, open }
        enum Event: Hashable, Sendable { case call, open }
        struct Env: Sendable {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.closed, .call): return .postpone
            case (_, .open): state = .open
            case (.open, .call): break
            }
            return nil
        }
    }

    @Test func `C35 A postponed event without a place ends a run`() {
        let unlimited = StateGraph(of: Desk.self, from: [.closed], events: [.call, .open])
        #expect(unlimited.verdict(on: .consistency) == .holds)

        let limited = StateGraph(
            of: Desk.self, from: [.closed], events: [.call, .open], limits: .init(postponedEvents: 2))
        let finding = limited.check([.consistency]).findings.first
        #expect(finding?.path?.events == [.call, .call])
        #expect(finding?.event == .call)
    }

    enum Chain: EffectTransducer {
        struct State: Hashable, NonTerminal { var links = 0, isOpen = false }
        enum Event: Hashable, CaseIterable, Sendable { case pull, next, reset }

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch event {
            case .pull: return .event(.next)
            case .next:
                state.links += 1
                if state.links < 200 { return .event(.next) }
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
        guard case .inconclusive(let reason) = open else {
            Issue.record("\(open)")
            return
        }
        #expect(reason.contains(".pull"))
        #expect(short.verdict(on: .unexpectedEvents) == open)

        let long = StateGraph(of: Chain.self, from: [.init()], events: [.pull, .reset])
        #expect(long.verdict(on: .never("It opens") { $0.isOpen }) == .fails)
    }
}
