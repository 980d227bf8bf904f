#if SQLite
    import Foundation
    import GRDB
    import GRDBSQLite

    extension DurableError {
        /// An error of SQLite, in its own words.
        ///
        /// - Parameters:
        ///   - code: The result of the call.
        ///   - connection: The connection of the call.
        init(sqlite code: CInt, on connection: OpaquePointer) {
            // The message belongs to the last call of the connection, which is the one that has failed.
            let extended = sqlite3_extended_errcode(connection)
            let message = String(cString: sqlite3_errmsg(connection))
            self =
                extended & 0xFF == code & 0xFF
                ? Self.sqlite(message, code: extended) : Self.sqlite(String(cString: sqlite3_errstr(code)), code: code)
        }

        /// An error of GRDB, the file system or the store itself.
        init(store error: any Error) {
            switch error {
            case let error as DurableError: self = error
            case let error as DatabaseError:
                self = Self.sqlite(error.message ?? "no message", code: error.extendedResultCode.rawValue)
            default: self = .storeFailed(String(describing: error))
            }
        }

        private static func sqlite(_ message: String, code: CInt) -> DurableError {
            .storeFailed("SQLite: \(message) (extended result code \(code))")
        }

        /// The error of a call of the operating system, which has set `errno`.
        static func system(_ action: String) -> DurableError {
            let number = errno
            return .storeFailed("Cannot \(action): \(String(cString: strerror(number))) (error \(number))")
        }
    }

    extension DatabaseError {
        /// Whether the file is no database, or a damaged one.
        var isAboutContents: Bool { [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode) }
    }
#endif
