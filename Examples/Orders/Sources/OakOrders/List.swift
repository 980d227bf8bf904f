import ArgumentParser
import Foundation
import OakDurable
import Orders
import Shop

/// Lists the orders.
struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the orders.")

    @OptionGroup var shop: ShopOptions

    func run() async throws {
        // A host that knows no machines carries out nothing, and has nothing to report about that.
        try await DurableHost(store: shop.store(), observer: { _ in }).use { host in
            let orders = try await host.orders(Set(InstanceStatus.allCases))
            let width = orders.map(\.name.id.count).max() ?? 0
            for order in orders {
                let id = order.name.id.padding(toLength: width, withPad: " ", startingAt: 0)
                printLine("\(id)  \(try await host.condition(of: order))")
            }
            if orders.isEmpty { printLine("no orders") }
        }
    }
}

extension DurableHost {
    /// The condition of an order, in words.
    fileprivate func condition(of order: InstanceSummary) async throws -> String {
        let state = try await state(of: DurableID<Order>(order.name.id))
        return switch order.status {
        case .running, .ended: "\(state)"
        case .failed: "\(state); failed: \(order.problem ?? "")"
        case .cancelled: "\(state); abandoned"
        }
    }
}
