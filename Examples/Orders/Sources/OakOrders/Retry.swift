import ArgumentParser
import OakDurable
import Orders
import ProgramSupport

/// Lets a failed order go on.
struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lets a failed order go on where it was.")

    @OptionGroup var shop: ShopOptions

    @Argument(help: "The id of the order.")
    var id: String

    func run() async throws {
        try await shop.work { host in
            let order = DurableID<Order>(id)
            guard try await host.orders([.failed]).contains(where: { $0.name == order.name }) else {
                _ = try await host.state(of: order)
                throw Complaint("Order \(id) has not failed.")
            }
            try await host.retry(order)
            printLine("\(id)  \(try await host.state(of: order))")
        }
    }
}

/// Cancels an order.
struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cancels an order, which takes back what it has done.",
        discussion: "An order that is being shipped goes on.")

    @OptionGroup var shop: ShopOptions

    @Argument(help: "The id of the order.")
    var id: String

    @Flag(help: "Abandons the order where it is: nothing is taken back.")
    var abandon = false

    func run() async throws {
        try await shop.work { host in
            let order = DurableID<Order>(id)
            if abandon {
                try await host.cancel(order)
                printLine("\(id)  abandoned")
                return
            }
            try await host.send(.cancel, to: order)
            for await state in try await host.changes(of: order) {
                switch state {
                // The event is stored, and not processed yet.
                case .cart, .reserving, .charging, .pausing: continue
                case .shipping: throw Complaint("Order \(id) is being shipped; it is too late to cancel it.")
                case .undoing, .rejected, .shipped: return printLine("\(id)  \(state)")
                }
            }
            // A failed order takes the event when it goes on.
            printLine("\(id)  \(try await host.state(of: order)); failed, will be cancelled after a retry")
        }
    }
}
