import Foundation
import Hummingbird
import Logging
import OakDurable
import Orders

/// The reason why a request is not carried out.
enum Refusal: Error {
    /// The request cannot be understood, for the reason given.
    case unreadable(String)
    /// There is no such order.
    case unknown(String)
    /// The id belongs to an order with other contents.
    case taken(String)
    /// The order is beyond the point at which it could do this.
    case tooLate(String, Order.State)
    /// The order was abandoned by an operator.
    case abandoned(String)
    /// The request may succeed later: the host is closed, or its store has failed.
    case notNow(String)
    /// Something is wrong that neither the client nor time corrects.
    case broken(String)

    init(_ error: any Error) {
        switch error {
        case let refusal as Refusal: self = refusal
        case let error as NotForSale: self = .unreadable("\(error)")
        case let error as DurableError: self.init(error)
        case let error: self = .broken("\(error)")
        }
    }

    private init(_ error: DurableError) {
        let words = error.localizedDescription
        switch error {
        case .unknownInstance(let name): self = .unknown(name.id)
        case .instanceCancelled(let name): self = .abandoned(name.id)
        case .hostNotOpen, .ownershipLost, .storeFailed, .storeInUse, .tooManyPostponed, .inboxFull:
            self = .notNow(words)
        // The others are mistakes of the program.
        case _: self = .broken(words)
        }
    }
}

extension Refusal: HTTPResponseError {
    var status: HTTPResponse.Status {
        switch self {
        case .unreadable: .badRequest
        case .unknown: .notFound
        case .taken, .tooLate, .abandoned: .conflict
        case .notNow: .serviceUnavailable
        case .broken: .internalServerError
        }
    }

    /// A sentence for the client, and what to do.
    var words: String {
        switch self {
        case .unreadable(let reason): reason
        case .unknown(let id): "There is no order \(id). Create it with POST /orders."
        case .taken(let id): "There is an order \(id) with other contents. Choose another id."
        case .tooLate(let id, .shipping): "Order \(id) is being shipped; it is too late to cancel it."
        case .tooLate(let id, let state): "Order \(id) has ended: \(state)."
        case .abandoned(let id): "Order \(id) was abandoned, and takes no more requests."
        case .notNow(let reason): "\(reason) Send the request again later."
        case .broken(let reason): reason
        }
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var error = HTTPError(status, message: words)
        if case .notNow = self { error.headers[.retryAfter] = "1" }
        if case .broken = self { context.logger.error("\(words)") }
        return try error.response(from: request, context: context)
    }
}
