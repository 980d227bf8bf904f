import Foundation
import OakDurable
import Orders
import Testing

@Suite("Bank and warehouse")
struct ServiceTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("orders-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    func bank(_ mood: @escaping @Sendable (String, Int) -> BankMood = { _, _ in .answers }) throws -> Bank {
        try Bank(path: folder + "/bank.sqlite", mood: mood, pause: {}, silence: {})
    }

    func warehouse() throws -> Warehouse { try Warehouse(path: folder + "/warehouse.sqlite", pause: {}) }

    func request(_ order: String, _ number: Int = 2) -> ChargeRequest {
        let key = IdempotencyKey(
            instance: InstanceName(machine: "order", id: order), instanceKey: 1, activity: "charge", number: number)
        return ChargeRequest(order: order, price: Money(cents: 450), key: key)
    }

    @Test("A repeated charge is carried out once, even by the next process or with another key")
    func oneCharge() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = try bank()
        #expect(try await first.charge(request("17")) == .approved)
        #expect(try await first.charge(request("17")) == .approved)
        let second = try bank()
        #expect(try await second.charge(request("17", 4)) == .approved)
        #expect(try await second.income() == Money(cents: 450))
    }

    @Test("A void charge stays void, whether the charge or the voiding comes first")
    func voidCharges() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bank = try bank()
        _ = try await bank.charge(request("17"))
        try await bank.void("17", request("17", 5).key)
        try await bank.void("18", request("18", 5).key)
        #expect(try await bank.charge(request("18")) == .declined("the charge is void"))
        #expect(try await bank.income() == Money(cents: 0))
    }

    @Test("A bank that charges without an answer has charged")
    func silentCharge() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bank = try bank { _, count in count == 1 ? .chargesSilently : .answers }
        #expect(try await bank.charge(request("17")) == .unreachable)
        #expect(try await bank.income() == Money(cents: 450))
        #expect(try await bank.charge(request("17")) == .approved)
        #expect(try await bank.income() == Money(cents: 450))
    }

    @Test("Articles are reserved once and released once, and never reserved for an order that was released or sold out")
    func reservations() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let warehouse = try warehouse()
        let samovar = Basket(articles: ["samovar"], price: Money(cents: 24_900))
        for _ in 0..<2 { #expect(try await warehouse.reserve(samovar, for: "17") == .reserved) }
        #expect(try await warehouse.reserve(samovar, for: "18") == .soldOut(article: "samovar"))
        for _ in 0..<2 { try await warehouse.release("17") }
        #expect(try await warehouse.stock()["samovar"] == 1)
        // Requests of processes that have crashed arrive late.
        _ = try await warehouse.reserve(samovar, for: "17")
        #expect(try await warehouse.reserve(samovar, for: "18") == .soldOut(article: "samovar"))
        #expect(try await warehouse.stock()["samovar"] == 1)
    }

    @Test("An order has one parcel")
    func parcels() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let warehouse = try warehouse()
        let number = try await warehouse.ship("17")
        #expect(try await warehouse.ship("17") == number)
        #expect(try await warehouse.ship("18") != number)
        #expect(try await warehouse.parcels() == ["17", "18"])
    }
}
