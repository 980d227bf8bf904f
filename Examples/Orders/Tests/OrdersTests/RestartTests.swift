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
        let forgotten = Counter(bank: { try await silence.wait() })
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
        let counter = Counter(bank: { try await silence.wait() })
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

    @Test("A step that was undone before the program ended is not undone again")
    func undoneOnce() async throws {
        let shop = Shop()
        let silence = Gate<BankAnswer>("the bank")
        let first = try await shop.open(Counter(bank: { try await silence.wait() }))
        let id = try await first.place()
        try await first.reach(.charging(Shop.basket, attempt: 1), id)
        await first.close()

        let stuck = Gate<Void>("the bank's office")
        let half = Counter(bank: { try await silence.wait() })
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
