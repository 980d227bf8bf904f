import ArgumentParser
import Commons
import Foundation
import OakDurable
import Orders
import ProgramSupport

/// Runs the orders.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Works on all orders until they are shipped, rejected or failed.")

    @OptionGroup var shop: ShopOptions

    @Option(help: ArgumentHelp("How long bank and warehouse take to answer.", valueName: "seconds"))
    var pace = 0.5

    @Option(help: "Decides when the bank fails.")
    var seed: UInt64 = 0

    func validate() throws {
        guard (0...3600).contains(pace) else { throw ValidationError("--pace has to be from 0 to 3600.") }
    }

    func run() async throws {
        try await shop.work(pace: pace, seed: seed) { host in
            let orders = try await host.orders([.running])
            let failures = await withTaskGroup(of: Bool.self) { group in
                for order in orders { group.addTask { await follow(order, host) } }
                return await group.reduce(into: 0) { $0 += $1 ? 0 : 1 }
            }
            let failed = try await host.orders([.failed]).count
            if orders.isEmpty { printLine("nothing to do") }
            guard failures == 0, failed == 0 else {
                throw Complaint("\(failed) failed. Remove the cause, then \"oak-orders retry ID\".")
            }
        }
    }

    /// Prints the states of an order until it ends.
    ///
    /// - Returns: Whether the order has ended well.
    private func follow(_ order: InstanceSummary, _ host: DurableHost) async -> Bool {
        let id = DurableID<Order>(order.name.id)
        do {
            for await state in try await host.changes(of: id) {
                say(id, "\(state)")
                // A cart waits for its customer.
                if case .cart = state { return true }
            }
            try await host.value(of: id)
            return true
        } catch DurableError.instanceFailed(_, let problem) {
            say(id, "failed: \(problem)")
        } catch let error as DurableError {
            say(id, error.localizedDescription)
        } catch {
            say(id, "\(error)")
        }
        return false
    }

    private func say(_ id: DurableID<Order>, _ text: String) { printLine("\(id.text)  \(text)") }
}

extension DurableHost {
    /// All orders of some conditions.
    func orders(_ statuses: Set<InstanceStatus>) async throws -> [InstanceSummary] {
        try await instances(where: InstanceQuery(machine: Order.machineName, statuses: statuses))
            .reduce(into: []) { $0.append($1) }
    }
}
