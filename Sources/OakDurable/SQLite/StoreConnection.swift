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

        /// Carries out a statement.
        ///
        /// - Returns: The number of rows that an `INSERT`, `UPDATE` or `DELETE` has changed.
        @discardableResult
        func run(_ sql: String, _ bind: (inout StoreStatement) -> Void = { _ in }) throws -> Int {
            var statement = try statement(sql)
            defer { statement.reset() }
            bind(&statement)
            while try statement.step(on: handle) {}
            return Int(sqlite3_changes(handle))
        }

        /// The rows of a query.
        func rows<Element>(
            _ sql: String, _ bind: (inout StoreStatement) -> Void = { _ in }, read: (StoreRow) throws -> Element
        ) throws -> [Element] {
            var statement = try statement(sql)
            defer { statement.reset() }
            bind(&statement)
            var result: [Element] = []
            while try statement.step(on: handle) { result.append(try read(statement.row)) }
            return result
        }

        /// The first row of a query.
        func first<Element>(
            _ sql: String, _ bind: (inout StoreStatement) -> Void = { _ in }, read: (StoreRow) throws -> Element
        ) throws -> Element? {
            var statement = try statement(sql)
            defer { statement.reset() }
            bind(&statement)
            return try statement.step(on: handle) ? try read(statement.row) : nil
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
            try run("BEGIN IMMEDIATE")
            do {
                let value = try body()
                try run("COMMIT")
                return value
            } catch {
                // After some errors SQLite has rolled back already.
                if sqlite3_get_autocommit(handle) == 0 { _ = try? run("ROLLBACK") }
                throw error
            }
        }

        private func statement(_ sql: String) throws -> StoreStatement {
            StoreStatement(try database.cachedStatement(sql: sql))
        }
    }

    /// A prepared statement, whose arguments are given in their order.
    struct StoreStatement {
        // Tells SQLite to copy the argument. This is SQLITE_TRANSIENT, a cast that Swift does not import; SQLite only
        // compares the pointer and never calls it.
        private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

        private let statement: Statement
        private let handle: OpaquePointer
        private var position: CInt = 0
        private var failure = SQLITE_OK

        init(_ statement: Statement) {
            self.statement = statement
            handle = statement.sqliteStatement
        }

        var row: StoreRow { StoreRow(handle: handle) }

        mutating func bind(_ value: Int64) { note(sqlite3_bind_int64(handle, next(), value)) }
        mutating func bind(_ value: Int) { bind(Int64(value)) }
        mutating func bind(_ value: Bool) { bind(value ? 1 : 0) }
        mutating func bind(_ value: Double) { note(sqlite3_bind_double(handle, next(), value)) }
        mutating func bind(_ value: Date) { bind(value.timeIntervalSinceReferenceDate) }
        mutating func bindNull() { note(sqlite3_bind_null(handle, next())) }

        /// Binds a text as it is.
        mutating func bind(_ text: String) {
            let position = next()
            let (length, encoding) = (UInt64(text.utf8.count), UInt8(SQLITE_UTF8))
            // A text with a NUL has no such C string, but the pointer covers the whole length all the same.
            note(text.withCString { sqlite3_bind_text64(handle, position, $0, length, Self.copied, encoding) })
        }

        /// Binds a name in the one spelling of those that Swift considers equal.
        mutating func bind(name: String) {
            bind(name.utf8.allSatisfy { $0 < 0x80 } ? name : name.precomposedStringWithCanonicalMapping)
        }

        mutating func bind(_ data: Data) {
            let position = next()
            guard !data.isEmpty else { return note(sqlite3_bind_zeroblob(handle, position, 0)) }
            note(
                data.withUnsafeBytes { bytes in
                    sqlite3_bind_blob64(handle, position, bytes.baseAddress, UInt64(bytes.count), Self.copied)
                })
        }

        mutating func bind(_ data: Data?) { if let data { bind(data) } else { bindNull() } }
        mutating func bind(_ text: String?) { if let text { bind(text) } else { bindNull() } }

        private mutating func next() -> CInt {
            position += 1
            return position
        }

        private mutating func note(_ code: CInt) { if failure == SQLITE_OK { failure = code } }

        /// Goes on to the next row.
        ///
        /// - Returns: Whether the statement has one.
        func step(on connection: OpaquePointer) throws -> Bool {
            guard failure == SQLITE_OK else { throw DurableError(sqlite: failure, on: connection) }
            switch sqlite3_step(handle) {
            case SQLITE_ROW: return true
            case SQLITE_DONE: return false
            case let code: throw DurableError(sqlite: code, on: connection)
            }
        }

        /// Frees the statement for its next use.
        func reset() {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
    }

    /// A row of a query, whose columns are numbered from zero.
    struct StoreRow {
        let handle: OpaquePointer

        func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
        func int64(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }
        func int(_ column: CInt) -> Int { Int(clamping: int64(column)) }
        func bool(_ column: CInt) -> Bool { int64(column) != 0 }
        func double(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }
        func date(_ column: CInt) -> Date { Date(timeIntervalSinceReferenceDate: double(column)) }
        func optionalDate(_ column: CInt) -> Date? { isNull(column) ? nil : date(column) }
        func optionalText(_ column: CInt) -> String? { isNull(column) ? nil : text(column) }
        func optionalData(_ column: CInt) -> Data? { isNull(column) ? nil : data(column) }

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
