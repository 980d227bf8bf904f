import Foundation
import GRDB

/// The files in which services keep their books.
enum Books {
    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - create: Creates the tables of a new file.
    static func open(_ path: String, create: (Database) throws -> Void) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write { database in
            guard try Int.fetchOne(database, sql: "PRAGMA user_version") == 0 else { return }
            try create(database)
            try database.execute(sql: "PRAGMA user_version = 1")
        }
        return queue
    }
}
