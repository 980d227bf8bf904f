import Hummingbird
import Logging
import OakDurable
import Orders

/// Leads requests to the desk.
func router(_ desk: OrderDesk) -> Router<BasicRequestContext> {
    let router = Router()
    router.add(middleware: TracingMiddleware())
    router.add(middleware: MetricsMiddleware())
    router.add(middleware: LogRequestsMiddleware(.debug))
    router.get("ready") { _, _ in
        let isOpen = await desk.host.isOpen
        return EditedResponse(
            status: isOpen ? .ok : .serviceUnavailable, response: isOpen ? "ready\n" : "not ready\n")
    }
    router.post("orders") { request, context in
        let order = try await NewOrder(request, context)
        return EditedResponse(
            status: .created, headers: [.location: "/orders/\(order.id)"],
            response: try await desk.place(order.id, order.items))
    }
    router.get("orders") { request, _ in
        let (key, limit) = try page(request)
        return try await desk.list(try phase(request), after: key, limit: limit)
    }
    router.get("orders/:id") { _, context in
        try await desk.show(context.parameters.require("id"))
    }
    router.post("orders/:id/cancel") { _, context in
        EditedResponse(status: .accepted, response: try await desk.cancel(context.parameters.require("id")))
    }
    router.post("orders/:id/retry") { _, context in
        EditedResponse(status: .accepted, response: try await desk.retry(context.parameters.require("id")))
    }
    return router
}

/// The body of a request that places an order.
private struct NewOrder: Decodable {
    let id: String
    let items: [String]

    private static let example = #"{"id": "17", "items": ["tea", "cup"]}"#

    init(_ request: Request, _ context: some RequestContext) async throws {
        do {
            self = try await request.decode(as: Self.self, context: context)
        } catch let error as HTTPError where error.status == .badRequest {
            throw Refusal.unreadable("Send the order in JSON, such as \(Self.example). \(error.body ?? "")")
        }
        let isNamed =
            (1...100).contains(id.count)
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
        guard isNamed else {
            throw Refusal.unreadable("Name the order with up to 100 letters, digits, hyphens, dots and underscores.")
        }
        guard !items.isEmpty else { throw Refusal.unreadable("An order needs items, such as \(Self.example).") }
    }
}

private func phase(_ request: Request) throws(Refusal) -> Order.State.Phase? {
    guard let name = request.uri.queryParameters["phase"] else { return nil }
    guard let phase = Order.State.Phase(rawValue: String(name)) else {
        let all = Order.State.Phase.allCases.map(\.rawValue).joined(separator: ", ")
        throw .unreadable("There is no phase \(name). There are \(all).")
    }
    return phase
}

private func page(_ request: Request) throws(Refusal) -> (InstanceKey, limit: Int) {
    guard let key = InstanceKey(request.uri.queryParameters["after"] ?? "0") else {
        throw .unreadable(#"Take "after" from the "next" of the page before."#)
    }
    guard let limit = Int(request.uri.queryParameters["limit"] ?? "20"), (1...1000).contains(limit) else {
        throw .unreadable(#"Choose a "limit" from 1 to 1000."#)
    }
    return (key, limit)
}

extension OrderView: ResponseEncodable {}
extension OrderPage: ResponseEncodable {}
