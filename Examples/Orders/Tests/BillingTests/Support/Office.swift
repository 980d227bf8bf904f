import Billing
import Commons
import Foundation
import OakDurable
import OakTesting

/// A store, a clock, and one host after another.
struct Office {
    var store: @Sendable () -> any DurableStore
    let clock = TestClock()
    var gateway = DurableQueue()
    var reports: ScheduleTimes?
    var file = ""

    static let plan = Plan(price: Money(cents: 990))
    static let invoice = Invoice(plan: plan)

    init() {
        let store = MemoryStore()
        self.store = { store }
    }

    init(file path: String) { store = { SQLiteStore(path: path) } }

    func open(
        publish: @escaping @Sendable (String, DailyReport.Figures) -> Void = { _, _ in },
        charge: @escaping Subscription.Env = { _ in .approved }
    ) async throws -> DurableHost {
        let never = try ScheduleTimes.every(100 * 365 * 86_400, from: .distantFuture)
        var settings = BillingSettings(
            charge: charge, reports: reports ?? never, publish: { report, figures, _ in publish(report, figures) })
        settings.gateway = gateway
        settings.read = { [file] _ in file }
        let now = Date(timeIntervalSince1970: Double(clock.now.offset.components.seconds))
        let host = try await DurableHost.billing(store(), settings, clock: .counting(clock, from: now))
        try await host.open()
        return host
    }

    func pass(days: Double) async { await clock.advance(by: .seconds(days * 86_400 + 1)) }

    /// The text of a file with customers of ascending numbers.
    static func file(of customers: Int) -> String {
        (0..<customers).reduce(into: "id,cents\n") { $0 += "c\($1),\(500 + $1 % 7)\n" }
    }
}

extension DurableHost {
    /// Returns as soon as the state of an instance is as asked for.
    @discardableResult
    func reach<Machine: DurableTransducer>(
        _ id: DurableID<Machine>, _ isWanted: (Machine.State) -> Bool
    ) async throws -> Machine.State {
        for await state in try await changes(of: id) where isWanted(state) { return state }
        let last = try await state(of: id)
        guard isWanted(last) else { throw Missed(last: "\(last)") }
        return last
    }

    func subscribe(_ id: DurableID<Subscription>) async throws {
        try await start(Subscription.self, id: id, initialState: .trial(Office.plan))
    }

    /// The ids of all who are in trouble.
    func troubled() async throws -> Set<String> {
        try await instances(where: Subscription.trouble).reduce(into: []) { $0.insert($1.name.id) }
    }
}

struct Missed: Error { let last: String }
