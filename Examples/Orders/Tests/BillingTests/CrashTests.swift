import Billing
import Commons
import Foundation
import OakDurable
import OakTesting
import Synchronization
import Testing

@Suite("The billing after a crash", .timeLimit(.minutes(1)))
struct CrashTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("billing-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    func gateway() throws -> Gateway { try Gateway(path: folder + "/gateway.sqlite", mood: { _, _ in .answers }) }

    @Test("A program that ends between charges and answers loses none and doubles none")
    func charges() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var office = Office(file: folder + "/billing.sqlite")
        office.gateway = DurableQueue(atOnce: 20)
        office.file = Office.file(of: 100)
        let id: DurableID<CustomerImport> = "november"

        // The gateway charges 45 cards. The last 20 answers, as many as there are places, are never heard.
        let (silence, enough) = (Gate<GatewayAnswer>("the gateway"), Gate<Void>("the 45th charge"))
        let gateway = try gateway()
        let charged = Mutex(0)
        let charge: Subscription.Env = { request in
            let answer = try await gateway.charge(request)
            let count = charged.withLock { count in
                count += 1
                return count
            }
            if count == 45 { enough.open() }
            return count <= 25 ? answer : try await silence.wait()
        }
        let first = try await office.open(charge: charge)
        try await first.start(CustomerImport.self, id: id, initialState: .reading(file: "file", Office.plan))
        try await first.reach(id) { if case .observing = $0 { true } else { false } }
        await office.pass(days: 14)
        try await enough.wait()
        await first.close()
        #expect(try await gateway.paid().count == 45)

        let next = try self.gateway()
        let second = try await office.open(charge: { try await next.charge($0) })
        for number in 0..<100 {
            try await second.reach(DurableID<Subscription>("c\(number)")) { $0 == .active(paid($0)) }
        }
        let requests = try await next.requests()
        #expect(requests.count == 100 && requests.values.filter { $0 == 2 }.count == 20)
        #expect(requests.values.allSatisfy { $0 <= 2 })
        #expect(try await next.paid().count == 100)
        let ledger = try await second.reach(Ledger.id) { $0.payments >= 100 }
        let income = try await next.income()
        #expect(ledger.payments == 100 && ledger.income == income)
        await second.close()
    }

    /// The first invoice of the plan of a state.
    private func paid(_ state: Subscription.State) -> Invoice {
        guard case .active(let invoice) = state else { return Office.invoice }
        return Invoice(plan: invoice.plan)
    }
}
