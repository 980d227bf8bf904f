import BenchmarkSupport
import Foundation
import GRDB

/// Transactions written by hand that change the same rows as a durable transition: the instance, the journal and the
/// lease.
struct BareTransactions {
    /// The way in which a transaction is written.
    enum Interface {
        /// With GRDB and its cached statements.
        case grdb
        /// The same, by a task that awaits each transaction instead of blocking its thread.
        case awaited
        /// With SQLite's own functions on prepared statements.
        case c
    }

    private let database: DatabaseQueue
    /// The keys of the instances.
    private let instances: [Int64]

    /// Creates a store with instances, and opens it.
    init(file: URL, synchronous: Synchronous, instances count: Int) async throws {
        instances = try await BareRows.create(file, instances: count)
        database = try DatabaseQueue(path: file.path)
        try await database.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = \(synchronous.rawValue)")
        }
    }

    /// Makes transitions of all instances in turn.
    ///
    /// - Parameters:
    ///   - count: The number of transitions.
    ///   - size: The number of transitions in a transaction.
    ///   - interface: The way in which the transactions are written.
    func speed(of count: Int, inTransactionsOf size: Int, _ interface: Interface) async throws -> Speed {
        let clock = ContinuousClock()
        var durations: [Duration] = []
        let statements = try database.inDatabase { try BareStatements($0) }
        let start = clock.now
        for first in stride(from: 0, to: count, by: size) {
            let begin = clock.now
            let turns = (first..<min(first + size, count)).map { turn in
                (instance: instances[turn % instances.count], number: turn / instances.count + 1)
            }
            let now = Date().timeIntervalSinceReferenceDate
            switch interface {
            case .grdb: try database.inDatabase { try Self.commit(turns, at: now, to: $0) }
            case .c: database.inDatabase { _ in statements.commit(turns, at: now) }
            case .awaited:
                try await withCheckedThrowingContinuation { continuation in
                    database.asyncWriteWithoutTransaction { database in
                        continuation.resume(with: Result { try Self.commit(turns, at: now, to: database) })
                    }
                }
            }
            durations += repeatElement(clock.now - begin, count: turns.count)
        }
        let total = clock.now - start
        try examine(count)
        return Speed(durations, in: total)
    }

    private static func commit(
        _ turns: [(instance: Int64, number: Int)], at now: Double, to database: Database
    ) throws {
        try database.inTransaction(.immediate) {
            for (instance, number) in turns {
                try BareRows.step(database, instance: instance, number: number, at: now)
            }
            try BareRows.renewLease(database, at: now)
            return .commit
        }
    }

    private func examine(_ count: Int) throws {
        let (steps, seen) = try database.inDatabase { database in
            try (
                Int.fetchOne(database, sql: "SELECT count(*) FROM journal"),
                Double.fetchOne(database, sql: "SELECT seen FROM lease")
            )
        }
        let isRenewed = Date().timeIntervalSinceReferenceDate - (seen ?? 0) < 60
        precondition(steps == count && isRenewed, "A transition was not written.")
    }
}
