import ArgumentParser
import Commons
import OakDurable
import Orders
import ProgramSupport

/// Places an order.
struct Place: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Places an order, unless there is one with this id.",
        discussion: "Articles: \(articles).")

    private static let articles = Warehouse.assortment.map { "\($0.article) (\($0.price))" }.joined(separator: ", ")

    @OptionGroup var shop: ShopOptions

    @Option(help: "The id of the order.")
    var id: String

    @Option(name: .customLong("item"), help: "An article; repeat the option for more.")
    var items: [String] = []

    func validate() throws {
        guard !items.isEmpty else { throw ValidationError("An order needs an --item.") }
        for item in items where Self.price(of: item) == nil {
            throw ValidationError("\(item) is not for sale. There are \(Self.articles).")
        }
    }

    func run() async throws {
        let cents = items.reduce(0) { $0 + (Self.price(of: $1)?.cents ?? 0) }
        let basket = Basket(articles: items, price: Money(cents: cents))
        try await shop.work { host in
            let order = try await host.start(Order.self, id: DurableID(id), initialState: .cart(basket))
            do {
                // Killed before this, the command is simply given again: the order checks out once.
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

    private static func price(of item: String) -> Money? {
        Warehouse.assortment.first { $0.article == item }?.price
    }
}
