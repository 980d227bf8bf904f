import Foundation
import GRDB
import GRDBSQLite
import OakDurable

/// The prepared statements of bare transactions, carried out by SQLite's own functions.
struct BareStatements {
    private let begin: OpaquePointer
    private let commit: OpaquePointer
    private let lease: OpaquePointer
    private let instance: OpaquePointer
    private let journal: OpaquePointer

    /// - Parameter database: The database, which keeps the statements.
    init(_ database: Database) throws {
        begin = try database.cachedStatement(sql: "BEGIN IMMEDIATE").sqliteStatement
        commit = try database.cachedStatement(sql: "COMMIT").sqliteStatement
        lease = try database.cachedStatement(sql: BareRows.lease).sqliteStatement
        instance = try database.cachedStatement(sql: BareRows.instance).sqliteStatement
        journal = try database.cachedStatement(sql: BareRows.journal).sqliteStatement
    }

    func commit(_ turns: [(instance: Int64, number: Int)], at now: Double) {
        carryOut(begin)
        for (key, number) in turns {
            sqlite3_bind_int64(instance, 1, Int64(number))
            sqlite3_bind_int64(instance, 2, 1)
            sqlite3_bind_double(instance, 3, now)
            bind(BareRows.state, to: instance, at: 4)
            sqlite3_bind_int64(instance, 5, key)
            sqlite3_bind_int64(instance, 6, Int64(number - 1))
            carryOut(instance)
            sqlite3_bind_int64(journal, 1, key)
            sqlite3_bind_int64(journal, 2, Int64(number))
            sqlite3_bind_double(journal, 3, now)
            bind("event", to: journal, at: 4)
            sqlite3_bind_int64(journal, 6, 1)
            bind(BareRows.event, to: journal, at: 7)
            carryOut(journal)
        }
        for (index, number) in [now, now + 30].enumerated() { sqlite3_bind_double(lease, Int32(index + 1), number) }
        sqlite3_bind_int64(lease, 3, 1000)
        sqlite3_bind_int64(lease, 4, 0)
        sqlite3_bind_double(lease, 5, now)
        sqlite3_bind_int64(lease, 6, Int64(BareRows.generation))
        bind(BareRows.owner.id.uuidString, to: lease, at: 7)
        carryOut(lease)
        carryOut(commit)
    }

    // Tells SQLite to copy an argument. This is SQLITE_TRANSIENT, a cast that Swift does not import; SQLite only
    // compares the pointer and never calls it.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private func bind(_ data: Data, to statement: OpaquePointer, at index: Int32) {
        data.withUnsafeBytes { bytes in
            _ = sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(bytes.count), Self.copied)
        }
    }

    private func bind(_ text: String, to statement: OpaquePointer, at index: Int32) {
        sqlite3_bind_text(statement, index, text, -1, Self.copied)
    }

    private func carryOut(_ statement: OpaquePointer) {
        let result = sqlite3_step(statement)
        precondition(result == SQLITE_DONE, "SQLite has failed with code \(result).")
        sqlite3_reset(statement)
    }
}
