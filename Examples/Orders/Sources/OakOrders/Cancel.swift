import ArgumentParser
import OakDurable
import Orders
import Shop

/// Cancels an order.
struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Cancels an order, which takes back what it has done.",
        discussion: "An order that is being shipped goes on.")

    @OptionGroup var shop: ShopOptions

    @Argument(help: "The id of the order.")
    var id: String

    func run() async throws {
        try await shop.host().use { host in
            let order = DurableID<Order>(id)
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
