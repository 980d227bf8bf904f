import Billing
import Commons
import Foundation
import OakDurable
import OakTesting
import Testing

@Suite("Imports of customers", .timeLimit(.minutes(2)))
struct ImportTests {
    let id: DurableID<CustomerImport> = "november"

    func begin(_ host: DurableHost) async throws {
        try await host.start(CustomerImport.self, id: id, initialState: .reading(file: "file", Office.plan))
    }

    @Test("An import begins a subscription for each customer, and hears of their ends", arguments: [1, 100, 5000])
    func customers(_ count: Int) async throws {
        var office = Office()
        office.file = Office.file(of: count)
        let host = try await office.open()
        try await begin(host)
        try await host.reach(id) { if case .observing = $0 { true } else { false } }
        #expect(try await host.countPhases()["trial"] == count)
        for number in 0..<count { try await host.send(.cancel, to: DurableID<Subscription>("c\(number)")) }
        try await host.value(of: id)
        var progress = CustomerImport.Progress(customers: count)
        progress.ended = count
        #expect(try await host.state(of: id) == .done(progress))
        #expect(try await host.countPhases()["ended"] == count)
        await host.close()
    }

    @Test("A subscription that fails is counted until its retry; the import ends with the first period")
    func failures() async throws {
        var office = Office()
        office.file = Office.file(of: 100)
        let teller = Teller { _, request in
            switch request.invoice {
            case "c7/1": throw NonsenseFromGateway(invoice: request.invoice)
            case "c8/1", "c9/1": .declined
            case _: .approved
            }
        }
        let host = try await office.open(charge: teller.charge)
        try await begin(host)
        try await host.reach(id) { if case .observing = $0 { true } else { false } }
        await office.pass(days: 14)
        var progress = CustomerImport.Progress(customers: 100)
        progress.failed = ["c7"]
        try await host.reach(id) { $0 == .observing(progress, for: (14 + 30) * 86_400) }
        for number in 0..<100 where number != 7 {
            try await host.reach(DurableID<Subscription>("c\(number)")) { $0.phase != .trial && !$0.isCharging }
        }
        #expect(try await host.troubled() == ["c8", "c9"])
        let failed = try await host.list(where: InstanceQuery(statuses: [.failed]))
        #expect(failed.map(\.name.id) == ["c7"])

        await office.pass(days: 30)
        try await host.value(of: id)
        #expect(try await host.state(of: id) == .done(progress))
        await host.close()
    }

    @Test("A file with a line that is no customer imports nobody")
    func unreadable() async throws {
        var office = Office()
        office.file = Office.file(of: 3) + "nobody\n"
        let host = try await office.open()
        try await begin(host)
        try await host.value(of: id)
        let problem = #"Line 5, "nobody", is not an id of its own and a price in cents. Nobody was imported."#
        #expect(try await host.state(of: id) == .unreadable(problem))
        #expect(try await host.count(where: InstanceQuery(machine: Subscription.machineName)) == 0)
        await host.close()
    }
}

extension Subscription.State {
    var isCharging: Bool { if case .charging = self { true } else { false } }
}
