import Foundation
import GRDB
import OakDurable

/// A request to the bank.
struct Booking: Codable, Hashable, Sendable {
    /// The idempotency key.
    var key: String
    var move: String
    var account: Int
    /// The amount; negative for a debit.
    var cents: Int
}

/// A bank whose accounts are in a file of their own, and which recognises the keys of requests.
///
/// Its transactions survive SIGKILL, which leaves the pages with the operating system; more is not asked of it here.
final class Bank: Sendable {
    private let books: DatabaseQueue
    private let ignoresKeys: Bool
    private let isUnreliable: Bool
    private let requests = Requests()

    /// The queue in which requests wait.
    static let queue = "bank"
    /// How many requests the bank takes at once.
    static let requestsAtOnce = 8
    static let accounts = 20
    static let balance = 100_000

    /// - Parameters:
    ///   - path: The file, created with its accounts if there is none.
    ///   - ignoresKeys: Whether a repetition counts again, which the proof has to notice.
    ///   - isUnreliable: Whether requests fail now and then, some of which have been carried out.
    init(path: String, ignoresKeys: Bool = false, isUnreliable: Bool = false) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.journalMode = .wal
        books = try DatabaseQueue(path: path, configuration: configuration)
        self.ignoresKeys = ignoresKeys
        self.isUnreliable = isUnreliable
        try books.inDatabase { try $0.execute(sql: "PRAGMA synchronous = OFF") }
        // Another process may be frozen in a transaction, which does not keep this one from reading.
        guard try books.read({ try Int.fetchOne($0, sql: "PRAGMA user_version") }) == 0 else { return }
        try books.write { database in
            guard try Int.fetchOne(database, sql: "PRAGMA user_version") == 0 else { return }
            try database.execute(
                sql: """
                    CREATE TABLE account (number INTEGER PRIMARY KEY, cents INTEGER NOT NULL);
                    CREATE TABLE booking (
                        key TEXT PRIMARY KEY, move TEXT NOT NULL, account INTEGER NOT NULL, cents INTEGER NOT NULL,
                        repetitions INTEGER NOT NULL) WITHOUT ROWID;
                    CREATE TABLE conflict (key TEXT NOT NULL, request TEXT NOT NULL);
                    CREATE TABLE crowd (requests INTEGER NOT NULL);
                    PRAGMA user_version = 1;
                    """)
            for number in 0..<Self.accounts {
                try database.execute(
                    sql: "INSERT INTO account VALUES (?, ?)", arguments: [number, Self.balance])
            }
        }
    }

    /// Books an amount, once for each key, and answers after a moment in which the process may be killed.
    ///
    /// - Throws: ``Outage`` now and then if the bank is unreliable.
    func book(_ booking: Booking) async throws {
        let atOnce = requests.begin()
        defer { requests.end() }
        if atOnce > Self.requestsAtOnce {
            try await books.write {
                try $0.execute(sql: "INSERT INTO crowd VALUES (?)", arguments: [atOnce])
            }
        }
        try failNowAndThen()
        let repetitions = try await books.write { [ignoresKeys] database in
            let insert = try database.cachedStatement(
                sql: """
                    INSERT INTO booking VALUES (?, ?, ?, ?, 0)
                    ON CONFLICT (key) DO UPDATE SET repetitions = repetitions + 1
                    RETURNING move, account, cents, repetitions
                    """)
            let row = try Row.fetchOne(
                insert, arguments: [booking.key, booking.move, booking.account, booking.cents])
            guard let row else { throw DatabaseError(message: "no row") }
            let known = Booking(key: booking.key, move: row[0], account: row[1], cents: row[2])
            if known != booking {
                try database.execute(
                    sql: "INSERT INTO conflict VALUES (?, ?)", arguments: [booking.key, "\(booking)"])
            }
            let repetitions: Int = row[3]
            if repetitions == 0 || ignoresKeys {
                try database.cachedStatement(sql: "UPDATE account SET cents = cents + ? WHERE number = ?")
                    .execute(arguments: [booking.cents, booking.account])
            }
            return repetitions
        }
        if repetitions == 0 { try await Task.sleep(for: .milliseconds(Int.random(in: 0...3))) }
        try failNowAndThen()
    }

    private func failNowAndThen() throws(Outage) {
        if isUnreliable, Int.random(in: 0..<300) == 0 { throw Outage() }
    }

    /// Everything that the bank knows.
    func audit() throws -> Audit {
        try books.read { database in
            Audit(
                sum: try Int.fetchOne(database, sql: "SELECT sum(cents) FROM account") ?? 0,
                bookings: try Row.fetchAll(
                    database, sql: "SELECT key, move, account, cents, repetitions FROM booking"
                )
                .map { row in
                    (Booking(key: row[0], move: row[1], account: row[2], cents: row[3]), repetitions: row[4])
                },
                conflicts: try String.fetchAll(
                    database, sql: "SELECT key || ': ' || request FROM conflict"),
                crowds: try Int.fetchAll(database, sql: "SELECT requests FROM crowd"))
        }
    }

    /// The sum of all accounts without the money that is on its way.
    func totals() throws -> (sum: Int, onTheWay: Int, credits: Int) {
        try books.read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT (SELECT sum(cents) FROM account), coalesce(sum(cents), 0), count(*) FILTER (WHERE cents > 0)
                    FROM booking
                    """)
            return (row?[0] ?? 0, -(row?[1] ?? 0), row?[2] ?? 0)
        }
    }

    struct Audit {
        var sum: Int
        var bookings: [(Booking, repetitions: Int)]
        var conflicts: [String]
        /// The numbers of requests at once beyond the limit.
        var crowds: [Int]
    }
}

extension DurableSettings {
    /// The settings of a host whose bookings have their turns in the queue of the bank.
    static var withBank: DurableSettings {
        var settings = DurableSettings()
        settings.queues = [Bank.queue: DurableQueue(atOnce: Bank.requestsAtOnce)]
        return settings
    }
}

/// The requests that are under way in a process.
private final class Requests: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    /// - Returns: The number of requests, this one included.
    func begin() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }

    func end() { lock.withLock { count -= 1 } }
}

/// The bank has failed, and nobody can tell whether before the booking or after it.
struct Outage: Error {}
