import ArgumentParser
import Foundation
import OakDurable
import Orders
import Shop

/// Runs the orders.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Works on all orders until they are shipped, rejected or failed.")

    @OptionGroup var shop: ShopOptions
    @OptionGroup var services: ServiceOptions

    func run() async throws {
        try await shop.host(pace: services.pace, seed: services.seed).use { host in
            let orders = try await host.orders([.running])
            if orders.isEmpty { printLine("nothing to do") }
            await withDiscardingTaskGroup { group in
                for order in orders { group.addTask { await follow(DurableID<Order>(order.name.id), host) } }
            }
            let failed = try await host.orders([.failed]).count
            guard failed == 0 else {
                throw Complaint("\(failed) failed. Remove the cause, then \"oak-durable retry\" them.")
            }
        }
    }

    /// Prints the states of an order until it ends or fails.
    private func follow(_ order: DurableID<Order>, _ host: DurableHost) async {
        do {
            for await state in try await host.changes(of: order) {
                printLine("\(order.text)  \(state)")
                // A cart waits for its customer.
                if case .cart = state { return }
            }
            try await host.value(of: order)
        } catch DurableError.instanceFailed(_, let problem) {
            printLine("\(order.text)  failed: \(problem)")
        } catch {
            printLine("\(order.text)  \(error.localizedDescription)")
        }
    }
}
