import Daemon
import Hummingbird
import OakDurable
import Orders

/// Leads requests to the desk.
func addRoutes(to router: Router<JSONContext>, _ desk: OrderDesk) {
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
    router.delete("orders/:id") { _, context in
        EditedResponse(status: .accepted, response: try await desk.cancel(context.parameters.require("id")))
    }
    router.post("orders/:id/cancel") { _, context in
        EditedResponse(status: .accepted, response: try await desk.cancel(context.parameters.require("id")))
    }
    router.post("orders/:id/retry") { _, context in
        EditedResponse(status: .accepted, response: try await desk.retry(context.parameters.require("id")))
    }
}

/// The body of a request that places an order.
private struct NewOrder {
    let id: String
    let items: [String]

    private struct Body: Decodable {
        let id: String?
        let items: [String]
    }

    private static let example = #"{"id": "17", "items": ["tea", "cup"]}"#

    init(_ request: Request, _ context: JSONContext) async throws {
        let body: Body
        do {
            body = try await request.decode(as: Body.self, context: context)
        } catch let error as HTTPError where error.status == .badRequest {
            throw Refusal.unreadable("Send the order in JSON, such as \(Self.example). \(error.body ?? "")")
        }
        let key = request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
        guard let id = body.id ?? key, Self.isValid(id) else {
            throw Refusal.unreadable(
                """
                Name the order by its "id" or the header Idempotency-Key, with up to 100 letters, digits, hyphens, \
                dots and underscores. A repeated request then does no harm.
                """)
        }
        guard !body.items.isEmpty else { throw Refusal.unreadable("An order needs items, such as \(Self.example).") }
        self.id = id
        items = body.items
    }

    private static func isValid(_ id: String) -> Bool {
        (1...100).contains(id.count)
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._".contains($0)) }
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
