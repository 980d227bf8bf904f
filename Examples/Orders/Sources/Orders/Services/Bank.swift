import Foundation
import GRDB
public import OakDurable

/// A bank that keeps its books in a file, and recognises the key of a request.
public struct Bank: Sendable {
    private let books: DatabaseQueue
    private let mood: @Sendable (_ request: String, _ count: Int) -> BankMood
    private let pause: @Sendable () async throws -> Void
    private let silence: @Sendable () async throws -> Void

    /// Opens the books.
    ///
    /// - Parameters:
    ///   - path: The file, which is created if there is none.
    ///   - mood: What the bank does with a request, given its key and how often it was made.
    ///   - pause: The time that an answer takes.
    ///   - silence: The time that a bank is silent; by default as long as someone listens.
    /// - Throws: Errors of SQLite.
    public init(
        path: String, mood: @escaping @Sendable (_ request: String, _ count: Int) -> BankMood,
        pause: @escaping @Sendable () async throws -> Void,
        silence: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(86_400)) }
    ) throws {
        books = try Books.open(path) { database in
            try database.execute(
                sql: """
                    CREATE TABLE charge ("order" TEXT PRIMARY KEY, cents INTEGER, state TEXT NOT NULL);
                    CREATE TABLE request (key TEXT PRIMARY KEY, "order" TEXT NOT NULL, count INTEGER NOT NULL);
                    """)
        }
        self.mood = mood
        self.pause = pause
        self.silence = silence
    }

    /// Charges the price of an order, once.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer, which is the same for each repetition.
    /// - Throws: ``NonsenseFromBank``, and errors of SQLite.
    public func charge(_ request: ChargeRequest) async throws -> BankAnswer {
        try await pause()
        let count = try await note(request.key, request.order)
        switch mood("\(request.key)", count) {
        case .answers: return try await book(request, "approved")
        case .declines: return try await book(request, "declined")
        case .isUnreachable: return .unreachable
        case .chargesSilently:
            _ = try await book(request, "approved")
            try await silence()
            return .unreachable
        case .isSilent:
            try await silence()
            return .unreachable
        case .babbles: throw NonsenseFromBank(order: request.order)
        }
    }

    /// Voids the charge of an order; one that arrives later is declined.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - key: By this key the bank recognises a repetition.
    /// - Throws: Errors of SQLite.
    public func void(_ order: String, _ key: IdempotencyKey) async throws {
        try await pause()
        _ = try await note(key, order)
        try await books.write { database in
            try database.execute(
                sql: """
                    INSERT INTO charge ("order", state) VALUES (?, 'void')
                    ON CONFLICT ("order") DO UPDATE SET state = 'void'
                    """, arguments: [order])
        }
    }

    /// The sum of all charges that are not void.
    ///
    /// - Throws: Errors of SQLite.
    public func income() async throws -> Money {
        try await books.read { database in
            let sum = "SELECT coalesce(sum(cents), 0) FROM charge WHERE state = 'approved'"
            return Money(cents: try Int.fetchOne(database, sql: sum) ?? 0)
        }
    }

    /// Counts a request.
    private func note(_ key: IdempotencyKey, _ order: String) async throws -> Int {
        try await books.write { database in
            try Int.fetchOne(
                database,
                sql: """
                    INSERT INTO request (key, "order", count) VALUES (?, ?, 1)
                    ON CONFLICT (key) DO UPDATE SET count = count + 1 RETURNING count
                    """, arguments: ["\(key)", order]) ?? 1
        }
    }

    /// Decides on a charge, unless that has happened before.
    private func book(_ request: ChargeRequest, _ decision: String) async throws -> BankAnswer {
        let state = try await books.write { database in
            try database.execute(
                sql: #"INSERT INTO charge VALUES (?, ?, ?) ON CONFLICT ("order") DO NOTHING"#,
                arguments: [request.order, request.price.cents, decision])
            let state = #"SELECT state FROM charge WHERE "order" = ?"#
            return try String.fetchOne(database, sql: state, arguments: [request.order])
        }
        switch state {
        case "approved": return .approved
        case "void": return .declined("the charge is void")
        case .some, nil: return .declined("not enough money")
        }
    }
}

/// The bank has given an answer that nobody has thought of.
public struct NonsenseFromBank: Error, CustomStringConvertible {
    /// The order.
    public let order: String

    /// Creates the error.
    ///
    /// - Parameter order: The order.
    public init(order: String) { self.order = order }

    public var description: String { "the bank's answer about order \(order) makes no sense" }
}
