import Billing
import Daemon
import Foundation
import Hummingbird
import OakDurable

/// Leads requests to the desk.
func addRoutes(to router: Router<JSONContext>, _ desk: Desk) {
    router.put("imports/:id") { request, context in
        let id = try readableID(context)
        let body = try await request.body.collect(upTo: 10 << 20)
        return try await answer(.accepted) { try await desk.begin(id, String(buffer: body)) }
    }
    router.get("imports/:id") { _, context in
        let id = try readableID(context)
        return try await answer { try await desk.show(importOf: id) }
    }
    router.get("trouble") { _, _ in try await answer { try await desk.trouble() } }
    router.get("customers/:id") { _, context in
        let id = try context.parameters.require("id")
        return try await answer { try await desk.show(id) }
    }
    for (path, event) in [("pay", Subscription.Event.pay), ("cancel", .cancel)] {
        router.post("customers/:id/\(path)") { request, context in
            let id = try context.parameters.require("id")
            // A client that repeats its request names it.
            let name = request.headers.first { $0.name.canonicalName == "idempotency-key" }?.value
            return try await answer(.accepted) { try await desk.send(event, to: id, deduplication: name) }
        }
    }
}

/// An id becomes the name of a file.
private func readableID(_ context: JSONContext) throws -> String {
    let id = try context.parameters.require("id")
    guard (1...100).contains(id.count), id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    else {
        throw HTTPError(.badRequest, message: "Name the import with up to 100 letters, digits and hyphens.")
    }
    return id
}

private func answer<Value: ResponseEncodable>(
    _ success: HTTPResponse.Status = .ok, _ body: () async throws -> Value
) async throws -> EditedResponse<Value> {
    do {
        return EditedResponse(status: success, response: try await body())
    } catch let error as DurableError {
        throw HTTPError(status(of: error), message: error.localizedDescription)
    }
}

private func status(of error: DurableError) -> HTTPResponse.Status {
    // Most errors are mistakes of the program; a client can do something about these.
    switch error {
    case .unknownInstance: .notFound
    case .instanceEnded, .instanceCancelled: .conflict
    case .hostNotOpen, .ownershipLost, .storeFailed, .storeInUse, .tooManyPostponed, .inboxFull: .serviceUnavailable
    case _: .internalServerError
    }
}
