import OakDurable
import OakTesting
import Orders
import Testing

@Suite("Orders after a restart of the program")
struct RestartTests {
    @Test("The next program asks the bank with the same key")
    func sameKey() async throws {
        let shop = Shop()
        let silence = Gate<BankAnswer>("the bank")
        let forgotten = Counter(bank: { _ in try await silence.wait() })
        let first = try await shop.open(forgotten)
        let id = try await first.place()
        try await first.reach(.charging(Shop.basket, attempt: 1), id)
        await first.close()

        let counter = Counter()
        let second = try await shop.open(counter)
        try await second.value(of: id)
        #expect(counter.calls == [.charge("17", key: "order/17@1/charge#2"), .ship("17")])
        await second.close()
    }

    @Test("The next program waits for the bank for the whole time limit and no longer")
    func wholeTime() async throws {
        let shop = Shop()
        let silence = Gate<BankAnswer>("the bank")
        let counter = Counter(bank: { _ in try await silence.wait() })
        let first = try await shop.open(counter)
        let id = try await first.place()
        try await first.reach(.charging(Shop.basket, attempt: 1), id)
        await first.close()
        await shop.clock.advance(by: .seconds(60))

        let second = try await shop.open(counter)
        try await shop.clock.untilAsleep()
        #expect(try await second.state(of: id) == .charging(Shop.basket, attempt: 1))
        await shop.clock.advance(by: .seconds(6))
        try await second.value(of: id)
        #expect(try await second.state(of: id) == .rejected(.noAnswer))
        await second.close()
    }

    @Test("An order that is placed twice is checked out once")
    func placedTwice() async throws {
        let shop = Shop()
        let silence = Gate<StockAnswer>("the warehouse")
        let first = try await shop.open(Counter(stock: { try await silence.wait() }))
        let id = try await first.place()
        await first.close()

        let counter = Counter()
        let second = try await shop.open(counter)
        _ = try await second.place()
        try await second.value(of: id)
        #expect(try await second.history(of: id).filter { $0.cause == .event }.count == 1)
        #expect(try await second.history(of: id).allSatisfy { $0.cause != .unexpectedEvent })
        await second.close()
    }

    @Test("An unexpected answer fails the order, and a retry continues with the same key")
    func retried() async throws {
        let counter = Counter(bank: { count in
            guard count > 1 else { throw NonsenseFromBank(order: "17") }
            return .approved
        })
        let host = try await Shop().open(counter)
        let id = try await host.place()
        let problem = "the bank's answer about order 17 makes no sense"
        await #expect(throws: DurableError.instanceFailed(id.name, problem: problem)) { try await host.value(of: id) }
        #expect(try await host.list(where: InstanceQuery(statuses: [.failed])).map(\.problem) == [problem])

        try await host.retry(id)
        try await host.value(of: id)
        #expect(try await host.state(of: id) == .shipped(parcel: 1))
        #expect(counter.charges == Array(repeating: .charge("17", key: "order/17@1/charge#2"), count: 2))
        await host.close()
    }

    @Test("A step that was undone before the program ended is not undone again")
    func undoneOnce() async throws {
        let shop = Shop()
        let silence = Gate<BankAnswer>("the bank")
        let first = try await shop.open(Counter(bank: { _ in try await silence.wait() }))
        let id = try await first.place()
        try await first.reach(.charging(Shop.basket, attempt: 1), id)
        await first.close()

        let stuck = Gate<Void>("the bank's office")
        let half = Counter(bank: { _ in try await silence.wait() })
        let second = try await shop.open(half.env(voidCharge: { try await stuck.wait() }))
        try await second.send(.cancel, to: id)
        try await second.reach(.undoing(Undoing([.voidCharge], because: .cancelled)), id)
        await second.close()

        let counter = Counter()
        let third = try await shop.open(counter)
        try await third.value(of: id)
        #expect(try await third.state(of: id) == .rejected(.cancelled))
        #expect(counter.calls == [.voidCharge("17")])
        await third.close()
    }
}
