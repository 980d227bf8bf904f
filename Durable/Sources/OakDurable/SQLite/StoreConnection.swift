#if SQLite
    import Foundation
    import GRDB
    import GRDBSQLite

    /// A connection to the file, in the hands of the queue that it belongs to.
    ///
    /// Statements come from GRDB's cache. Arguments and columns take SQLite's C interface, because GRDB's values cut a
    /// text at its first NUL, and cost an allocation each.
    struct StoreConnection {
        private let database: Database
        private let handle: OpaquePointer

        init(_ database: Database) throws {
            guard let handle = database.sqliteConnection else {
                throw DurableError.storeFailed("The connection to the file is closed.")
            }
            self.database = database
            self.handle = handle
        }

        /// The path of the file, as SQLite has opened it.
        var file: String? {
            sqlite3_db_filename(handle, "main").flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
        }

        /// Whether the path of the file has another file now.
        var hasMoved: Bool {
            var hasMoved: CInt = 0
            return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved != 0
        }

        var isInsideTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

        /// Carries out a statement.
        ///
        /// - Returns: The number of rows that an `INSERT`, `UPDATE` or `DELETE` has changed.
        @discardableResult
        func run(_ sql: String, _ arguments: [any StoreArgument] = []) throws -> Int {
            _ = try rows(sql, arguments) { _ in }
            return Int(sqlite3_changes(handle))
        }

        /// The first row of a query.
        func first<Element>(
            _ sql: String, _ arguments: [any StoreArgument] = [], read: (StoreRow) throws -> Element
        ) throws -> Element? {
            try rows(sql, arguments, limit: 1, read: read).first
        }

        /// The rows of a query.
        func rows<Element>(
            _ sql: String, _ arguments: [any StoreArgument] = [], limit: Int = .max,
            read: (StoreRow) throws -> Element
        ) throws -> [Element] {
            let statement = try database.cachedStatement(sql: sql).sqliteStatement
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
            }
            for (index, argument) in arguments.enumerated() {
                let code = argument.storeValue.bind(to: statement, at: CInt(index + 1))
                if code != SQLITE_OK { throw DurableError(sqlite: code, on: handle) }
            }
            var result: [Element] = []
            while result.count < limit {
                switch sqlite3_step(statement) {
                case SQLITE_ROW: result.append(try read(StoreRow(handle: statement)))
                case SQLITE_DONE: return result
                case let code: throw DurableError(sqlite: code, on: handle)
                }
            }
            return result
        }

        /// The number that a query returns; zero if it returns none.
        func number(_ sql: String) throws -> Int64 { try first(sql) { $0.int64(0) } ?? 0 }

        /// Carries out several statements without arguments.
        func script(_ sql: String) throws {
            let code = sqlite3_exec(handle, sql, nil, nil, nil)
            if code != SQLITE_OK { throw DurableError(sqlite: code, on: handle) }
        }

        /// Carries out changes as one transaction; after an error, none of them.
        func transaction<Value>(_ body: () throws -> Value) throws -> Value {
            try atomically("BEGIN IMMEDIATE", body, "COMMIT", undoing: ["ROLLBACK"])
        }

        /// Carries out changes as one part of a transaction; after an error, none of them.
        func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
            try atomically("SAVEPOINT oak", body, "RELEASE oak", undoing: ["ROLLBACK TO oak", "RELEASE oak"])
        }

        private func atomically<Value>(
            _ begin: String, _ body: () throws -> Value, _ end: String, undoing undo: [String]
        ) throws -> Value {
            try run(begin)
            do {
                let value = try body()
                try run(end)
                return value
            } catch {
                // After some errors SQLite has rolled back the whole transaction already.
                if isInsideTransaction { for statement in undo { _ = try? run(statement) } }
                throw error
            }
        }
    }

    /// A value in a column or an argument of a statement.
    enum StoreValue {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob(Data)

        // Tells SQLite to copy the argument. This is SQLITE_TRANSIENT, a cast that Swift does not import; SQLite only
        // compares the pointer and never calls it.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

        /// Gives the value to a parameter, and returns the result code of SQLite.
        func bind(to statement: OpaquePointer, at position: CInt) -> CInt {
            switch self {
            case .null: return sqlite3_bind_null(statement, position)
            case .integer(let value): return sqlite3_bind_int64(statement, position, value)
            case .real(let value): return sqlite3_bind_double(statement, position, value)
            case .text(let text):
                let (length, encoding) = (UInt64(text.utf8.count), UInt8(SQLITE_UTF8))
                // A text with a NUL has no such C string, but the pointer covers the whole length all the same.
                return text.withCString {
                    sqlite3_bind_text64(statement, position, $0, length, Self.copied, encoding)
                }
            case .blob(let data) where data.isEmpty: return sqlite3_bind_zeroblob(statement, position, 0)
            case .blob(let data):
                return data.withUnsafeBytes { bytes in
                    sqlite3_bind_blob64(statement, position, bytes.baseAddress, UInt64(bytes.count), Self.copied)
                }
            }
        }
    }

    /// An argument of a statement.
    protocol StoreArgument: Sendable {
        var storeValue: StoreValue { get }
    }

    extension Int64: StoreArgument { var storeValue: StoreValue { .integer(self) } }
    extension Int: StoreArgument { var storeValue: StoreValue { .integer(Int64(self)) } }
    extension Bool: StoreArgument { var storeValue: StoreValue { .integer(self ? 1 : 0) } }
    extension Double: StoreArgument { var storeValue: StoreValue { .real(self) } }
    extension Date: StoreArgument { var storeValue: StoreValue { .real(timeIntervalSinceReferenceDate) } }
    extension String: StoreArgument { var storeValue: StoreValue { .text(self) } }
    extension Data: StoreArgument { var storeValue: StoreValue { .blob(self) } }

    extension DurableTag: StoreArgument {
        var storeValue: StoreValue {
            switch self {
            case .text(let text): .text(text.asName)
            case .integer(let number): .integer(Int64(number))
            }
        }
    }

    extension Optional: StoreArgument where Wrapped: StoreArgument {
        var storeValue: StoreValue { self?.storeValue ?? .null }
    }

    /// A row of a query, whose columns are numbered from zero.
    struct StoreRow: StoredRow {
        let handle: OpaquePointer

        func isInteger(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }
        func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
        func int64(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }
        func bool(_ column: CInt) -> Bool { int64(column) != 0 }
        func double(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }

        func text(_ column: CInt) -> String {
            guard let bytes = sqlite3_column_text(handle, column) else { return "" }
            let count = Int(sqlite3_column_bytes(handle, column))
            return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }

        func data(_ column: CInt) -> Data {
            guard let bytes = sqlite3_column_blob(handle, column) else { return Data() }
            return Data(bytes: bytes, count: Int(sqlite3_column_bytes(handle, column)))
        }
    }
#endif
