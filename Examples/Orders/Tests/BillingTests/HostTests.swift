import Billing
import Commons
import Foundation
import OakDurable
import OakTesting
import Synchronization
import Testing

@Suite("The billing in virtual time", .timeLimit(.minutes(1)))
struct HostTests {
    @Test("A trial is followed by charges, declines by pauses, the third one by a suspension, and that by a payment")
    func weeks() async throws {
        // The second period is declined until the customer pays.
        let teller = Teller { count, _ in (2...4).contains(count) ? .declined : .approved }
        let office = Office()
        let host = try await office.open(charge: teller.charge)
        try await host.subscribe("kim")
        try await host.subscribe("robin")
        try await host.send(.cancel, to: "robin" as DurableID<Subscription>)

        await office.pass(days: 14)
        try await host.reach("kim" as DurableID<Subscription>) { $0 == .active(Office.invoice) }
        #expect(try await host.troubled() == [])
        try await host.reach(Ledger.id) { $0.income == Office.plan.price }

        await office.pass(days: 30)
        for declines in 1..<Office.plan.patience {
            try await host.reach("kim" as DurableID<Subscription>) { state in
                if case .pastDue(let invoice) = state { invoice.declines == declines } else { false }
            }
            #expect(try await host.troubled() == ["kim"])
            await office.pass(days: 3)
        }
        try await host.reach("kim" as DurableID<Subscription>) { $0.phase == .suspended }
        #expect(try await host.troubled() == ["kim"])
        #expect(try await host.countPhases()["suspended"] == 1)

        try await host.send(.pay, to: "kim" as DurableID<Subscription>)
        try await host.reach("kim" as DurableID<Subscription>) { $0.phase == .active }
        #expect(try await host.troubled() == [])
        #expect(Set(teller.keys).count == 5)
        try await host.reach(Ledger.id) { $0 == ledger(payments: 2, suspensions: 1) }
        await host.close()
    }

    private func ledger(payments: Int, suspensions: Int) -> Ledger.State {
        var ledger = Ledger.State()
        ledger.income = Money(cents: payments * Office.plan.price.cents)
        (ledger.payments, ledger.suspensions) = (payments, suspensions)
        return ledger
    }

    @Test("A suspended subscription lapses after three months without a running program")
    func lapse() async throws {
        let office = Office()
        let first = try await office.open(charge: { _ in .declined })
        var invoice = Office.invoice
        invoice.declines = 2
        let id = try await first.start(Subscription.self, id: "kim", initialState: .charging(invoice))
        try await first.reach(id) { $0.phase == .suspended }
        await first.close()
        await office.pass(days: 90)
        let second = try await office.open()
        try await second.value(of: id)
        #expect(try await second.state(of: id) == .ended(.lapsed, paidPeriods: 0))
        await second.close()
    }

    @Test("A gateway that cannot be reached is asked for days with one key, also by the next program")
    func unreachable() async throws {
        let office = Office()
        let teller = Teller { count, _ in
            guard count > 4 else { throw GatewayUnreachable() }
            return .approved
        }
        let first = try await office.open(charge: teller.charge)
        let id = try await first.start(Subscription.self, id: "kim", initialState: .charging(Office.invoice))
        try await first.reach(id) { $0.phase == .pastDue }
        #expect(try await first.troubled() == ["kim"])
        // The answer decides for how many periods the customer has paid.
        try await first.send(.cancel, to: id)
        await first.close()

        await office.pass(days: 7)
        let second = try await office.open(charge: teller.charge)
        for attempt in 2...5 {
            try await teller.until(attempt)
            await office.pass(days: 2)
        }
        try await second.value(of: id)
        #expect(teller.keys == Array(repeating: "subscription/kim@1/charge#0", count: 5))
        #expect(try await second.state(of: id) == .ended(.cancelled, paidPeriods: 1))
        #expect(try await second.troubled() == [])
        await second.close()
    }

    @Test("At most 20 charges are under way")
    func atOnce() async throws {
        let answer = Gate<GatewayAnswer>("the gateway")
        let busy = Mutex((now: 0, most: 0))
        let teller = Teller { _, _ in
            busy.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { busy.withLock { $0.now -= 1 } }
            return try await answer.wait()
        }
        var office = Office()
        office.gateway = DurableQueue(atOnce: 20)
        let host = try await office.open(charge: teller.charge)
        for number in 0..<60 {
            try await host.start(Subscription.self, id: DurableID("\(number)"), initialState: .charging(Office.invoice))
        }
        try await teller.until(20)
        #expect(teller.keys.count == 20)
        answer.open(returning: .approved)
        for number in 0..<60 { try await host.reach(DurableID<Subscription>("\(number)")) { $0.phase == .active } }
        #expect(busy.withLock { $0.most } == 20)
        await host.close()
    }

    @Test("At most 50 charges begin within a second, of all instances together")
    func perSecond() async throws {
        var office = Office()
        office.gateway = DurableQueue(atOnce: 100, starts: 50, perSeconds: 1)
        let clock = office.clock
        let times = Mutex<[TestClock.Instant: Int]>([:])
        let teller = Teller { _, _ in
            times.withLock { $0[clock.now, default: 0] += 1 }
            return .approved
        }
        let host = try await office.open(charge: teller.charge)
        for number in 0..<120 {
            try await host.start(Subscription.self, id: DurableID("\(number)"), initialState: .charging(Office.invoice))
        }
        for count in [50, 100, 120] {
            try await teller.until(count)
            #expect(teller.keys.count == count)
            await clock.advance(by: .seconds(1))
        }
        for number in 0..<120 { try await host.reach(DurableID<Subscription>("\(number)")) { $0.phase == .active } }
        #expect(times.withLock { $0.values.sorted() } == [20, 50, 50])
        await host.close()
    }

    @Test("A report is published each day, and once for all days without a program")
    func reports() async throws {
        var office = Office()
        office.reports = try .cron("0 6 * * *", in: .gmt)
        let (published, published2) = (Gate<Void>("report 1"), Gate<Void>("report 2"))
        let reports = Mutex<[String: DailyReport.Figures]>([:])
        let publish = { @Sendable (report: String, figures: DailyReport.Figures) in
            let count = reports.withLock {
                $0[report] = figures
                return $0.count
            }
            (count == 1 ? published : published2).open()
        }
        let first = try await office.open(publish: publish)
        try await first.subscribe("kim")
        await office.clock.advance(by: .seconds(6 * 3600 + 1))
        try await published.wait()
        await first.close()

        await office.pass(days: 4)
        let second = try await office.open(publish: publish)
        try await published2.wait()
        await second.close()
        let figures = ["trial": 1, "active": 0, "pastDue": 0, "suspended": 0, "ended": 0]
        #expect(
            reports.withLock { $0 } == ["1970-01-01T06:00:00Z": figures, "1970-01-05T06:00:00Z": figures])
    }
}
