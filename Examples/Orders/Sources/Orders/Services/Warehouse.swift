import Foundation
import GRDB

/// A warehouse that keeps its stock in a file.
///
/// It needs no keys: whatever is asked for an order a second time has happened already.
public struct Warehouse: Sendable {
    private let books: DatabaseQueue
    private let pause: @Sendable () async throws -> Void

    /// The articles that a new warehouse is filled with: price in cents, and pieces.
    public static let assortment: [(article: String, price: Money, pieces: Int)] = [
        ("tea", Money(cents: 450), 40), ("cup", Money(cents: 1000), 20), ("kettle", Money(cents: 3990), 5),
        ("samovar", Money(cents: 24_900), 1),
    ]

    /// The articles with their prices, in words.
    public static var offer: String { assortment.map { "\($0.article) (\($0.price))" }.joined(separator: ", ") }

    /// Returns a basket with the price of its articles.
    ///
    /// - Parameter articles: The articles, one entry for each piece.
    /// - Throws: ``NotForSale``.
    public static func basket(of articles: [String]) throws(NotForSale) -> Basket {
        var price = Money(cents: 0)
        for article in articles {
            guard let entry = assortment.first(where: { $0.article == article }) else {
                throw NotForSale(article: article)
            }
            price.cents += entry.price.cents
        }
        return Basket(articles: articles, price: price)
    }

    /// Opens the books.
    ///
    /// - Parameters:
    ///   - path: The file, which is created if there is none.
    ///   - pause: The time that an answer takes.
    /// - Throws: Errors of SQLite.
    public init(path: String, pause: @escaping @Sendable () async throws -> Void) throws {
        books = try Books.open(path) { database in
            try database.execute(
                sql: """
                    CREATE TABLE stock (article TEXT PRIMARY KEY, pieces INTEGER NOT NULL CHECK (pieces >= 0));
                    CREATE TABLE reservation ("order" TEXT PRIMARY KEY, articles TEXT NOT NULL, state TEXT NOT NULL);
                    CREATE TABLE parcel (number INTEGER PRIMARY KEY, "order" TEXT NOT NULL UNIQUE);
                    """)
            for (article, _, pieces) in Self.assortment {
                try database.execute(sql: "INSERT INTO stock VALUES (?, ?)", arguments: [article, pieces])
            }
        }
        self.pause = pause
    }

    /// Reserves the articles of an order; an order that was released gets none.
    ///
    /// - Parameters:
    ///   - basket: The articles.
    ///   - order: The order.
    /// - Returns: The answer. An order that was sold out stays so: a request of a process that has crashed may arrive
    ///   after the order was rejected.
    /// - Throws: Errors of SQLite.
    public func reserve(_ basket: Basket, for order: String) async throws -> StockAnswer {
        try await pause()
        return try await books.write { database in
            let known = #"SELECT articles, state FROM reservation WHERE "order" = ?"#
            if let row = try Row.fetchOne(database, sql: known, arguments: [order]) {
                return row["state"] == "sold out" ? .soldOut(article: row["articles"]) : .reserved
            }
            for (article, pieces) in Self.counted(basket.articles) {
                let left = "SELECT pieces FROM stock WHERE article = ?"
                guard try Int.fetchOne(database, sql: left, arguments: [article]) ?? 0 >= pieces else {
                    try Self.note([article], of: order, as: "sold out", database)
                    return .soldOut(article: article)
                }
            }
            try Self.move(basket.articles, -1, database)
            try Self.note(basket.articles, of: order, as: "reserved", database)
            return .reserved
        }
    }

    /// Sends the parcel of an order.
    ///
    /// - Parameter order: The order.
    /// - Returns: The number of the parcel.
    /// - Throws: Errors of SQLite.
    public func ship(_ order: String) async throws -> Int {
        try await pause()
        return try await books.write { database in
            try database.execute(
                sql: #"INSERT INTO parcel ("order") VALUES (?) ON CONFLICT DO NOTHING"#, arguments: [order])
            let number = #"SELECT number FROM parcel WHERE "order" = ?"#
            return try Int.fetchOne(database, sql: number, arguments: [order]) ?? 0
        }
    }

    /// Releases the articles of an order, and reserves none for it any more.
    ///
    /// - Parameter order: The order.
    /// - Throws: Errors of SQLite.
    public func release(_ order: String) async throws {
        try await pause()
        try await books.write { database in
            let reserved = #"SELECT articles FROM reservation WHERE "order" = ? AND state = 'reserved'"#
            if let articles = try String.fetchOne(database, sql: reserved, arguments: [order]) {
                try Self.move(articles.split(separator: ",").map(String.init), 1, database)
            }
            try database.execute(
                sql: """
                    INSERT INTO reservation VALUES (?, '', 'released')
                    ON CONFLICT ("order") DO UPDATE SET state = 'released'
                    """, arguments: [order])
        }
    }

    /// The pieces of each article that nobody has reserved.
    ///
    /// - Throws: Errors of SQLite.
    public func stock() async throws -> [String: Int] {
        try await books.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT article, pieces FROM stock")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["article"], $0["pieces"]) })
        }
    }

    /// The orders that have a parcel.
    ///
    /// - Throws: Errors of SQLite.
    public func parcels() async throws -> [String] {
        try await books.read { try String.fetchAll($0, sql: #"SELECT "order" FROM parcel ORDER BY number"#) }
    }

    private static func note(
        _ articles: [String], of order: String, as state: String, _ database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO reservation VALUES (?, ?, ?)",
            arguments: [order, articles.joined(separator: ","), state])
    }

    private static func counted(_ articles: [String]) -> [(String, Int)] {
        Dictionary(articles.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
    }

    private static func move(_ articles: [String], _ sign: Int, _ database: Database) throws {
        for (article, pieces) in counted(articles) {
            try database.execute(
                sql: "UPDATE stock SET pieces = pieces + ? WHERE article = ?", arguments: [sign * pieces, article])
        }
    }
}

/// The warehouse has no such article.
public struct NotForSale: Error, CustomStringConvertible {
    /// The article.
    public let article: String

    public var description: String { "\(article) is not for sale. There are \(Warehouse.offer)." }
}
