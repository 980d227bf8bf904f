package import ArgumentParser
import Foundation
package import OakDurable
import Orders

#if Postgres
    import OakPostgres
#endif

/// The place of the orders, the bank and the warehouse, which several programs share.
package struct ShopOptions: ParsableArguments {
    @Option(help: "The folder of the files.", completion: .directory)
    package var folder = "orders"

    @Option(
        help: ArgumentHelp("The database of the orders instead of a file in the folder.", valueName: "postgres://…"))
    package var database: String?

    package init() {}

    /// Makes a host that runs orders, and is not open yet.
    ///
    /// - Parameters:
    ///   - pace: How long, in seconds, bank and warehouse take to answer.
    ///   - seed: Decides when the bank fails; without a seed, never.
    ///   - observer: Hears of the work of the host.
    package func host(
        pace: Double = 1, seed: UInt64? = nil, observer: DurableObserver? = nil
    ) async throws -> DurableHost {
        let host = DurableHost(store: try await store(), observer: observer)
        let pause = { @Sendable in try await Task.sleep(for: .seconds(pace)) }
        let bank = try Bank(
            path: folder + "/bank.sqlite",
            mood: { request, count in seed.map { .mood(seed: $0, request: request, count: count) } ?? .answers },
            pause: pause)
        let warehouse = try Warehouse(path: folder + "/warehouse.sqlite", pause: pause)
        try await host.register(Order.self, env: Order.Env(bank: bank, warehouse: warehouse))
        return host
    }

    /// Makes the store of the orders.
    package func store() async throws -> any DurableStore {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard let database else { return SQLiteStore(path: folder + "/orders.sqlite") }
        #if Postgres
            let settings = PostgresSettings(database)
            try await PostgresStore.migrate(settings)
            return PostgresStore(settings)
        #else
            throw Complaint("The database \(database) needs a program that was built with '--traits Postgres'.")
        #endif
    }
}

/// The ways of bank and warehouse.
package struct ServiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How long bank and warehouse take to answer.", valueName: "seconds"))
    package var pace = 0.5

    @Option(help: "Decides when the bank fails; without a seed, never.")
    package var seed: UInt64?

    package init() {}

    package func validate() throws {
        guard (0...3600).contains(pace) else { throw ValidationError("--pace has to be from 0 to 3600.") }
    }
}
