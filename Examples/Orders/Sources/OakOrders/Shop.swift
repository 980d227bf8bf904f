import ArgumentParser
import Commons
import Foundation
import OakDurable
import Orders
import ProgramSupport

/// The options of all commands.
struct ShopOptions: ParsableArguments {
    @Option(help: "The folder of the files.", completion: .directory)
    var folder = "orders"

    @Option(
        help: ArgumentHelp("The database of the orders instead of a file in the folder.", valueName: "postgres://…"))
    var database: String?

    /// Runs a body with a host that knows no machines, and therefore carries out nothing.
    func read(_ body: (DurableHost) async throws -> Void) async throws {
        try await open(DurableHost(store: try await store()), body)
    }

    /// Runs a body with a host that runs orders.
    ///
    /// - Parameters:
    ///   - pace: How long, in seconds, bank and warehouse take to answer.
    ///   - seed: Decides when the bank fails.
    ///   - body: Work with the host.
    func work(pace: Double = 1, seed: UInt64 = 0, _ body: (DurableHost) async throws -> Void) async throws {
        let host = DurableHost(store: try await store())
        do {
            let pause = { @Sendable in try await Task.sleep(for: .seconds(pace)) }
            let bank = try Bank(
                path: path("bank.sqlite"), mood: { BankMood.mood(seed: seed, request: $0, count: $1) }, pause: pause)
            let warehouse = try Warehouse(path: path("warehouse.sqlite"), pause: pause)
            try await host.register(Order.self, env: Order.Env(bank: bank, warehouse: warehouse))
        } catch {
            throw Complaint("The books of bank and warehouse cannot be opened: \(error).", code: .unusableFiles)
        }
        try await open(host, body)
    }

    private func open(_ host: DurableHost, _ body: (DurableHost) async throws -> Void) async throws {
        do {
            try await host.open()
        } catch let error as DurableError {
            throw Complaint(error.localizedDescription, code: .unusableFiles)
        }
        do {
            try await body(host)
            await host.close()
        } catch {
            await host.close()
            switch error {
            case let error as DurableError: throw Complaint(error.localizedDescription)
            case let error: throw error
            }
        }
    }

    private func store() async throws -> any DurableStore {
        try makeFolder(folder)
        do {
            return try await makeStore(database: database, file: path("orders.sqlite"))
        } catch let error as DurableError {
            throw Complaint(error.localizedDescription, code: .unusableFiles)
        }
    }

    private func path(_ name: String) -> String { folder + "/" + name }
}
