public import Commons
import Foundation
import GRDB
public import OakDurable

/// A request to charge a card.
public struct GatewayRequest: Hashable, Sendable {
    /// The customer and the period, which are charged once, however often the card was declined before.
    public var invoice: String
    public var price: Money
    /// By this key the gateway recognises a repetition of the request.
    public var key: IdempotencyKey
}

public enum GatewayAnswer: String, Codable, Hashable, Sendable { case approved, declined }

/// The request has not reached the gateway, or its answer was lost.
public struct GatewayUnreachable: Error, CustomStringConvertible {
    public init() {}

    public var description: String { "the gateway cannot be reached" }
}

/// The gateway has given an answer that nobody has thought of.
public struct NonsenseFromGateway: Error, CustomStringConvertible {
    public let invoice: String

    public init(invoice: String) { self.invoice = invoice }

    public var description: String { "the gateway's answer about invoice \(invoice) makes no sense" }
}

/// A gateway that keeps its books in a file, and gives each key one answer.
public struct Gateway: Sendable {
    private let books: DatabaseQueue
    private let mood: @Sendable (_ request: String, _ count: Int) -> BankMood

    /// Opens the books.
    ///
    /// - Parameters:
    ///   - path: The file, which is created if there is none.
    ///   - mood: The behaviour towards a request, given its key and how often it was made.
    /// - Throws: Errors of SQLite.
    public init(path: String, mood: @escaping @Sendable (_ request: String, _ count: Int) -> BankMood) throws {
        books = try Books.open(path) { database in
            try database.execute(
                sql: """
                    CREATE TABLE request (key TEXT PRIMARY KEY, invoice TEXT NOT NULL, count INTEGER NOT NULL);
                    CREATE TABLE answer (key TEXT PRIMARY KEY, invoice TEXT NOT NULL, cents INTEGER, answer TEXT);
                    CREATE UNIQUE INDEX paid ON answer (invoice) WHERE answer = 'approved';
                    """)
        }
        self.mood = mood
    }

    /// Charges a card, once for each invoice.
    public func charge(_ request: GatewayRequest) async throws -> GatewayAnswer {
        let count = try await note(request)
        switch mood("\(request.key)", count) {
        case .answers: return try await answer(request, .approved)
        case .declines: return try await answer(request, .declined)
        case .isUnreachable, .isSilent: throw GatewayUnreachable()
        case .chargesSilently:
            _ = try await answer(request, .approved)
            throw GatewayUnreachable()
        case .babbles: throw NonsenseFromGateway(invoice: request.invoice)
        }
    }

    /// The sum of all charges.
    public func income() async throws -> Money {
        try await books.read { database in
            let sum = "SELECT coalesce(sum(cents), 0) FROM answer WHERE answer = 'approved'"
            return Money(cents: try Int.fetchOne(database, sql: sum) ?? 0)
        }
    }

    /// How often each key has asked.
    public func requests() async throws -> [String: Int] {
        try await books.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT key, count FROM request")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["key"], $0["count"]) })
        }
    }

    /// The invoices that are paid.
    public func paid() async throws -> [String] {
        try await books.read { database in
            try String.fetchAll(
                database, sql: "SELECT invoice FROM answer WHERE answer = 'approved' ORDER BY invoice")
        }
    }

    /// Counts a request.
    private func note(_ request: GatewayRequest) async throws -> Int {
        try await books.write { database in
            try Int.fetchOne(
                database,
                sql: """
                    INSERT INTO request VALUES (?, ?, 1) ON CONFLICT (key) DO UPDATE SET count = count + 1
                    RETURNING count
                    """, arguments: ["\(request.key)", request.invoice]) ?? 1
        }
    }

    /// Answers a request, as it was answered before if that has happened.
    private func answer(_ request: GatewayRequest, _ answer: GatewayAnswer) async throws -> GatewayAnswer {
        try await books.write { database in
            let known = "SELECT answer FROM answer WHERE key = ? OR invoice = ? AND answer = 'approved'"
            if let text = try String.fetchOne(database, sql: known, arguments: ["\(request.key)", request.invoice]) {
                return GatewayAnswer(rawValue: text) ?? answer
            }
            try database.execute(
                sql: "INSERT INTO answer VALUES (?, ?, ?, ?)",
                arguments: ["\(request.key)", request.invoice, request.price.cents, answer.rawValue])
            return answer
        }
    }
}
