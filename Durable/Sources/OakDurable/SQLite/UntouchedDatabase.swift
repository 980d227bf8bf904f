#if SQLite
    import Foundation
    import GRDBSQLite

    /// A database as its file alone has it: without its log, and without undoing an unfinished transaction.
    ///
    /// The file is opened by SQLite and not by the system, because the locks of POSIX belong to the process: a file
    /// that is closed frees those of all connections to it, and SQLite knows of its own only.
    final class UntouchedDatabase {
        private let connection: OpaquePointer?

        /// Opens a file that need not be a database; `nil` if it cannot be opened.
        init?(path: String) {
            guard let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) else { return nil }
            var connection: OpaquePointer?
            let code = sqlite3_open_v2(
                "file:\(escaped)?immutable=1", &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
            self.connection = connection
            if code != SQLITE_OK { return nil }
        }

        deinit { sqlite3_close(connection) }

        /// The first bytes of the file; fewer if it is shorter.
        func bytes(_ count: Int) -> [UInt8] {
            var file: UnsafeMutablePointer<sqlite3_file>?
            guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
                let file, let methods = file.pointee.pMethods
            else { return [] }
            var size: sqlite3_int64 = 0
            guard methods.pointee.xFileSize(file, &size) == SQLITE_OK else { return [] }
            var bytes = [UInt8](repeating: 0, count: min(count, Int(clamping: size)))
            guard methods.pointee.xRead(file, &bytes, CInt(bytes.count), 0) == SQLITE_OK else { return [] }
            return bytes
        }

        /// The number that a query returns; `nil` if it returns none, or cannot be carried out.
        func number(_ sql: String) -> Int64? {
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
                sqlite3_step(statement) == SQLITE_ROW
            else { return nil }
            return sqlite3_column_int64(statement, 0)
        }
    }
#endif
