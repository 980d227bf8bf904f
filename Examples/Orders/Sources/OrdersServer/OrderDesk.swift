import OakDurable
import Orders

/// Takes orders, tells about them and cancels them.
struct OrderDesk: Sendable {
    let host: DurableHost

    /// Places an order, unless that has happened before.
    func place(_ id: String, _ articles: [String]) async throws(Refusal) -> OrderView {
        try await asking {
            let basket = try Warehouse.basket(of: articles)
            let (order, form) = (DurableID<Order>(id), DurableID<OrderForm>(id))
            // An order of oak-orders has no form. The order is read first, because here the form is written first.
            if try await state(of: order) != nil, try await state(of: form) == nil { throw Refusal.taken(id) }
            try await host.start(OrderForm.self, id: form, initialState: OrderForm.State(articles: articles))
            guard try await host.state(of: form).articles == articles else { throw Refusal.taken(id) }

            // Checked out from the start: there is no moment at which the order exists and waits for its customer.
            try await host.start(Order.self, id: order, initialState: .reserving(basket))
            return try await view(of: id)
        }
    }

    /// Returns the present state of an order.
    func show(_ id: String) async throws(Refusal) -> OrderView {
        try await asking { try await view(of: id) }
    }

    /// Asks an order to take back what it has done.
    ///
    /// The request is stored when this returns; an order that has failed follows it after a retry.
    func cancel(_ id: String) async throws(Refusal) -> OrderView {
        try await asking {
            let order = DurableID<Order>(id)
            do { try await host.send(.cancel, to: order) } catch DurableError.instanceEnded {}
            let state = try await host.state(of: order)
            switch state {
            case .cart, .reserving, .charging, .pausing, .undoing, .rejected(.cancelled): break
            case .shipping, .shipped, .rejected: throw Refusal.tooLate(id, state)
            }
            return try await view(of: id)
        }
    }

    /// Lets an order that has failed go on where it was.
    func retry(_ id: String) async throws(Refusal) -> OrderView {
        try await asking {
            try await host.retry(DurableID<Order>(id))
            return try await view(of: id)
        }
    }

    /// Returns orders in the sequence of their creation, of one phase or of all.
    func list(
        _ phase: Order.State.Phase?, after key: InstanceKey, limit: Int
    ) async throws(Refusal) -> OrderPage {
        try await asking {
            let page = try await host.list(
                where: InstanceQuery(
                    machine: Order.machineName, tags: phase.map { ["phase": .text($0.rawValue)] } ?? [:], after: key,
                    limit: limit))
            let states = try await host.states(of: page.map { DurableID<Order>($0.name.id) })
            let orders = page.compactMap { summary in
                states[DurableID(summary.name.id)].map { OrderView(summary, $0) }
            }
            return OrderPage(orders: orders, next: page.count == limit ? page.last.map { "\($0.key)" } : nil)
        }
    }

    private func view(of id: String) async throws -> OrderView {
        let summary = try await host.summary(of: DurableID<Order>(id))
        let state = try await host.state(of: DurableID<Order>(id))
        return OrderView(summary, state)
    }

    private func state<Machine: DurableTransducer>(of id: DurableID<Machine>) async throws -> Machine.State? {
        do { return try await host.state(of: id) } catch DurableError.unknownInstance { return nil }
    }

    private func asking<Answer>(_ body: () async throws -> Answer) async throws(Refusal) -> Answer {
        do { return try await body() } catch { throw Refusal(error) }
    }
}

/// An order, as clients see it.
struct OrderView: Codable {
    let id: String
    let status: InstanceStatus
    let state: String
    let problem: String?

    init(_ summary: InstanceSummary, _ state: Order.State) {
        (id, status, problem) = (summary.name.id, summary.status, summary.problem)
        self.state = "\(state)"
    }
}

/// A page of orders, and the token that asks for the next one.
struct OrderPage: Codable {
    let orders: [OrderView]
    let next: String?
}
