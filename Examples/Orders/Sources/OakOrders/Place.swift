import ArgumentParser
import OakDurable
import Orders
import Shop

/// Places an order.
struct Place: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Places an order, unless there is one with this id.",
        discussion: "Articles: \(Warehouse.offer).")

    @OptionGroup var shop: ShopOptions

    @Option(help: "The id of the order.")
    var id: String

    @Option(name: .customLong("item"), help: "An article; repeat the option for more.")
    var items: [String] = []

    func validate() throws {
        guard !items.isEmpty else { throw ValidationError("An order needs an --item.") }
        do { _ = try Warehouse.basket(of: items) } catch { throw ValidationError("\(error)") }
    }

    func run() async throws {
        try await shop.host().use { host in
            let basket = try Warehouse.basket(of: items)
            let order = try await host.start(Order.self, id: DurableID(id), initialState: .cart(basket))
            do {
                // If the program is killed before this, the customer simply repeats it: the order checks out once.
                try await host.send(.checkOut, to: order, deduplication: "check out")
            } catch DurableError.instanceEnded {
                // A repetition after the end.
            }
            for await state in try await host.changes(of: order) {
                if case .cart = state { continue }
                printLine("\(id)  \(state)")
                break
            }
        }
    }
}
