import Foundation
import OakDurable
import OakTesting
import Orders

/// A store in memory, a clock, and one host after another.
struct Shop {
    let store = MemoryStore()
    let clock = TestClock()

    static let basket = Basket(articles: ["tea"], price: Money(cents: 450))

    func open(_ counter: Counter) async throws -> DurableHost { try await open(counter.env) }

    func open(_ env: Order.Env) async throws -> DurableHost {
        let seconds = Double(clock.now.offset.components.seconds)
        let host = DurableHost(store: store, clock: .counting(clock, from: Date(timeIntervalSince1970: seconds)))
        try await host.register(Order.self, env: env)
        try await host.open()
        return host
    }
}

extension DurableHost {
    /// Starts an order and checks out.
    func place(_ id: DurableID<Order> = "17") async throws -> DurableID<Order> {
        try await start(Order.self, id: id, initialState: .cart(Shop.basket))
        try await send(.checkOut, to: id, deduplication: "check out")
        return id
    }

    /// Returns as soon as an order is in a state.
    func reach(_ state: Order.State, _ id: DurableID<Order>) async throws {
        for await present in try await changes(of: id) where present == state { return }
        let last = try await self.state(of: id)
        guard last == state else { throw Missed(last: last) }
    }
}

struct Missed: Error {
    let last: Order.State
}
