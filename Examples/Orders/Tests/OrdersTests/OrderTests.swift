import Oak
import OakDurable
import OakGraph
import OakTesting
import Orders
import Testing

@Suite("Orders")
struct OrderTests {
    static let events: [Order.Event] = [
        .checkOut, .cancel, .expire, .stock(.reserved), .stock(.soldOut(article: "tea")), .bank(.approved),
        .bank(.declined("no money")), .bank(.unreachable), .tooLate, .tryAgain, .sent(parcel: 1),
        .undone(.voidCharge), .undone(.releaseStock),
    ]

    @Test("An order ends, whatever bank and warehouse answer, and work or a time-out is under way until then")
    func everyOrderEnds() {
        let graph = StateGraph(
            of: Order.self, from: [.cart(Shop.basket)],
            events: .events(.checkOut, .cancel)
                .answers(of: "expiry", .expire)
                .answers(of: "reserve", .stock(.reserved), .stock(.soldOut(article: "tea")))
                .answers(of: "charge", .bank(.approved), .bank(.declined("no money")), .bank(.unreachable))
                .answers(of: "limit", .tooLate)
                .answers(of: "pause", .tryAgain)
                .answers(of: "ship", .sent(parcel: 1))
                .answers(of: Undoing.Step.voidCharge, .undone(.voidCharge))
                .answers(of: Undoing.Step.releaseStock, .undone(.releaseStock)),
            limits: .init(states: 10_000))
        let report = graph.check(
            [.termination, .deadEnds, .consistency, .undeclaredAnswers, .unansweredEffects],
            properties: [
                .always("Something is under way until the end") { $0.isTerminal || !Order.activities(in: $0).isEmpty },
                .leadsTo("An order ends", from: { _ in true }, to: \.isTerminal, under: .answers),
                .always("An order that ships takes nothing back") { state in
                    if case .shipping = state { Order.activities(in: state).count == 1 } else { true }
                },
            ])
        #expect(report.verdict == .holds, "\(report)")
    }

    @Test("A shipped order was approved, and a rejected order has undone its earlier steps")
    func moneyAndParcelsMatch() {
        checkProperties(
            of: Order.self, from: .cart(Shop.basket), events: Self.events, sequences: 300, length: 40,
            properties: [
                .everyTransition("Only an approved order is shipped") { before, event, after, _ in
                    if case .shipping = after, before != after { event == .bank(.approved) } else { true }
                },
                .everyTransition("A charge without an answer is voided") { before, _, after, _ in
                    switch (before, after) {
                    case (.charging, .rejected), (.pausing, .rejected): false
                    case (.charging, .undoing(let undoing)):
                        undoing.steps.contains(.releaseStock)
                            && (undoing.steps.contains(.voidCharge) || undoing.reason == .declined("no money"))
                    case (_, _): true
                    }
                },
                .everyTransition("Nothing is undone once it ships") { before, _, after, _ in
                    if case .shipping = before, case .undoing = after { false } else { true }
                },
            ])
    }

    @Test("An order is reserved, charged and shipped")
    func shipped() async throws {
        let counter = Counter()
        let host = try await Shop().open(counter)
        let id = try await host.place()
        try await host.value(of: id)
        #expect(try await host.state(of: id) == .shipped(parcel: 1))
        #expect(counter.calls == [.reserve("17"), .charge("17", key: "order/17@1/charge#2"), .ship("17")])
        await host.close()
    }

    @Test("A declined order releases its articles and voids nothing")
    func declined() async throws {
        let counter = Counter(bank: { .declined("no money") })
        let host = try await Shop().open(counter)
        let id = try await host.place()
        try await host.value(of: id)
        #expect(try await host.state(of: id) == .rejected(.declined("no money")))
        #expect(counter.calls.suffix(1) == [.release("17")])
        #expect(!counter.calls.contains(.voidCharge("17")))
        await host.close()
    }

    @Test("A charge that the bank does not answer is voided at the deadline")
    func silentBank() async throws {
        let silence = Gate<BankAnswer>("the bank")
        let counter = Counter(bank: { try await silence.wait() })
        let shop = Shop()
        let host = try await shop.open(counter)
        let id = try await host.place()
        try await host.reach(.charging(Shop.basket, attempt: 1), id)
        try await shop.clock.untilAsleep()
        await shop.clock.advance(by: .seconds(6))
        try await host.value(of: id)
        #expect(try await host.state(of: id) == .rejected(.noAnswer))
        #expect(Set(counter.calls.suffix(2)) == [.voidCharge("17"), .release("17")])
        await host.close()
    }

    @Test("An unreachable bank is asked three times, with pauses")
    func unreachableBank() async throws {
        let counter = Counter(bank: { .unreachable })
        let shop = Shop()
        let host = try await shop.open(counter)
        let id = try await host.place()
        for attempt in 1..<Order.attempts {
            try await host.reach(.pausing(Shop.basket, attempt: attempt), id)
            try await shop.clock.untilAsleep()
            await shop.clock.advance(by: .seconds(attempt))
        }
        try await host.value(of: id)
        #expect(try await host.state(of: id) == .rejected(.unreachable))
        #expect(counter.charges.count == Order.attempts)
        #expect(counter.calls.contains(.voidCharge("17")))
        await host.close()
    }

    @Test("A cart expires after a month without a running program")
    func cartExpires() async throws {
        let shop = Shop()
        let first = try await shop.open(Counter())
        let id = try await first.start(Order.self, id: "17", initialState: .cart(Shop.basket))
        await first.close()
        await shop.clock.advance(by: .seconds(31 * 86_400))
        let second = try await shop.open(Counter())
        try await second.value(of: id)
        #expect(try await second.state(of: id) == .rejected(.expired))
        await second.close()
    }
}
