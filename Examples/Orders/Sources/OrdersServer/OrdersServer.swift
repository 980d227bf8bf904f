import ArgumentParser
import Commons
import Daemon
import Foundation
import OakDurable
import OakInspector
import Orders
import ProgramSupport

/// Takes orders that survive the process over HTTP.
@main
struct OrdersServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders-server",
        abstract: "Takes orders over HTTP, and runs them until they are shipped or rejected.",
        discussion: """
            It listens on 127.0.0.1. SIGTERM and SIGINT let the requests and the activities under way finish; \
            everything else goes on with the next start. The files are those of oak-orders.

            Exit codes: 0 after a signal; 1 if the server cannot listen; 2 if the files cannot be used, also while \
            another process uses them; 64 for wrong arguments.
            """)

    @Option(help: "The folder of the files.", completion: .directory)
    var folder = "orders"

    @Option(
        help: ArgumentHelp("The database of the orders instead of a file in the folder.", valueName: "postgres://…"))
    var database: String?

    @OptionGroup var options: DaemonOptions

    @Option(help: ArgumentHelp("How long bank and warehouse take to answer.", valueName: "seconds"))
    var pace = 0.5

    @Option(help: "Decides when the bank fails; without a seed, never.")
    var seed: UInt64?

    @Flag(help: "Shows the orders on a page in a browser, whose address it writes on standard error.")
    var inspect = false

    func validate() throws {
        guard (0...3600).contains(pace) else { throw ValidationError("--pace has to be from 0 to 3600.") }
    }

    func run() async throws {
        let logger = options.bootstrap("orders")
        let host = try await host(observer: .all(logger))
        let daemon = Daemon(host: host, options: options, logger: logger)
        let router = daemon.router()
        addRoutes(to: router, OrderDesk(host: host))
        let inspector = Inspector()
        if inspect {
            inspector.watch(host, as: "orders")
            inspector.control(host)
            try await inspector.serve()
        }
        try await daemon.run(router)
        await inspector.stop()
    }

    private func host(observer: DurableObserver) async throws -> DurableHost {
        try makeFolder(folder)
        do {
            let pause = { @Sendable [pace] in try await Task.sleep(for: .seconds(pace)) }
            let bank = try Bank(
                path: folder + "/bank.sqlite",
                mood: { [seed] request, count in
                    seed.map { .mood(seed: $0, request: request, count: count) } ?? .answers
                }, pause: pause)
            let warehouse = try Warehouse(path: folder + "/warehouse.sqlite", pause: pause)
            let store = try await makeStore(database: database, file: folder + "/orders.sqlite")
            let host = DurableHost(store: store, observer: observer)
            try await host.register(Order.self, env: Order.Env(bank: bank, warehouse: warehouse))
            try await host.register(OrderForm.self)
            return host
        } catch let error as DurableError {
            throw Complaint(error.localizedDescription, code: .unusableFiles)
        } catch {
            throw Complaint(
                "The books of bank and warehouse cannot be opened: \(error)", code: .unusableFiles)
        }
    }

    static func main() async { await runPrintingComplaints() }
}
