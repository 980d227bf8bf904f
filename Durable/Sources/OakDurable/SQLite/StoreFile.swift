#if SQLite
    import Dispatch
    import Foundation
    import GRDB
    import Oak

    /// The open file of a store, locked against other processes.
    final class StoreFile: StoreSource, @unchecked Sendable {
        private let path: String
        private let lock: StoreLock
        private let pool: DatabasePool
        private let synchronous: SQLiteStore.Synchronous
        private let arrivals: StoreArrivals
        /// The files with everything that was written.
        private let files: [(path: String, identity: FileIdentity?)]

        /// The numbers that the next transaction goes on with; used on the queue of the writer alone.
        private var counters = StoreCounters()
        private let pace = TransactionPace()

        /// Locks and opens a file; creates it, or brings its tables up to date.
        ///
        /// - Throws: ``DurableError/storeInUse(by:)``, ``DurableError/storeTooNew(schema:supported:)``,
        ///   ``DurableError/notAStore(_:)``, ``DurableError/storeIsOlder(_:missing:)``,
        ///   ``DurableError/storeFailed(_:)``.
        init(
            path: String, synchronous: SQLiteStore.Synchronous, acceptsOlder: Bool, arrivals: StoreArrivals,
            schema: StoreSchema
        ) throws {
            self.synchronous = synchronous
            self.arrivals = arrivals
            self.path = try Self.canonical(path)
            lock = try StoreLock(path: self.path + ".lock")
            do {
                let remembered = acceptsOlder ? 0 : lock.remembered
                try Self.examine(self.path, schema, hadContents: lock.isFormer, remembered: remembered)
                // The number of a file that was removed, or of the one in whose place this backup is.
                if acceptsOlder || Self.size(of: self.path) ?? 0 == 0 {
                    counters.leastGeneration = lock.remembered
                    lock.forget()
                }
            } catch {
                lock.withdraw()
                throw DurableError(store: error)
            }
            var configuration = Configuration()
            configuration.label = "OakDurable.SQLiteStore"
            configuration.foreignKeysEnabled = false
            configuration.busyMode = .timeout(5)
            // A transaction that cannot be rolled back is an error here, not the end of the process.
            configuration.allowsUnsafeTransactions = true
            do {
                pool = try DatabasePool(path: self.path, configuration: configuration)
                try pool.writeWithoutTransaction { database in
                    let connection = try StoreConnection(database)
                    // After the pool has chosen its own.
                    try connection.script(synchronous.pragmas)
                    try schema.upgrade(connection)
                }
            } catch { throw DurableError(store: error) }
            files = [self.path, self.path + "-wal"].map { ($0, FileIdentity(path: $0)) }
        }

        // SQLite must not be closed from its own queue, and must be closed before the lock is free.
        deinit { DispatchQueue.global().async { [pool, lock] in Self.close(pool, lock) } }

        /// Closes the connections, and keeps the lock.
        func disconnect() throws { try pool.close() }

        /// Uses the connection that writes.
        func outsideTransactions(_ body: @escaping @Sendable (StoreConnection) throws -> Void) async throws {
            try await pool.writeWithoutTransaction { try body(StoreConnection($0)) }
        }

        /// Copies the log into the database, so that the file alone has everything.
        func finish() async throws {
            let transactions = try await withCheckedThrowingContinuation { continuation in
                pool.asyncWriteWithoutTransaction { database in
                    continuation.resume(
                        with: Result {
                            _ = try database.checkpoint(.truncate)
                            return try StoreConnection(database).number("SELECT transactions FROM lease")
                        })
                }
            }
            lock.remember(transactions)
        }

        /// Closes the file and frees the lock.
        func close() { Self.close(pool, lock) }

        private static func close(_ pool: DatabasePool, _ lock: StoreLock) {
            try? pool.close()
            lock.unlock()
        }

        func name(_ owner: StoreOwner) { lock.name(owner.name) }

        // MARK: Opening

        /// The path without symbolic links, so that all processes lock the same file.
        private static func canonical(_ path: String) throws(DurableError) -> String {
            let url = URL(fileURLWithPath: path)
            let file = FileManager.default.fileExists(atPath: path) ? url : url.deletingLastPathComponent()
            guard let resolved = realpath(file.path, nil) else { throw .system("find \(file.path)") }
            defer { free(resolved) }
            let found = String(cString: resolved)
            return file == url ? found : found + "/" + url.lastPathComponent
        }

        /// Refuses a file that is no store, or a newer one, before anything can change it.
        private static func examine(
            _ path: String, _ schema: StoreSchema, hadContents: Bool, remembered: Int64
        ) throws {
            let size = size(of: path)
            guard let size, size > 0 else {
                // SQLite would remove the log.
                if self.size(of: path + "-wal") ?? 0 > 0 {
                    throw DurableError.notAStore("\(path) is missing or empty, but its write-ahead log is there.")
                }
                if size != nil, hadContents {
                    throw DurableError.notAStore("\(path) has lost its contents. Remove it to begin a new store.")
                }
                return
            }
            try StoreHeader(path: path, size: size).examine(schema)
            do {
                try examine(path, schema, remembered, readonly: true)
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
                // Only a connection that writes can undo a transaction which a killed process has left unfinished.
                try examine(path, schema, remembered, readonly: false)
            }
        }

        private static func examine(
            _ path: String, _ schema: StoreSchema, _ remembered: Int64, readonly: Bool
        ) throws {
            var configuration = Configuration()
            configuration.readonly = readonly
            configuration.foreignKeysEnabled = false
            do {
                try DatabaseQueue(path: path, configuration: configuration).read { database in
                    let connection = try StoreConnection(database)
                    let (application, version) = (
                        try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version")
                    )
                    let tables = try connection.number("SELECT count(*) FROM sqlite_master")
                    let isEmpty = application == 0 && version == 0 && tables == 0
                    let isStore = application == StoreSchema.applicationID && 1...Int64(schema.version) ~= version
                    let transactions = isStore ? try connection.number("SELECT transactions FROM lease") : 0
                    guard transactions >= 0 else {
                        throw DurableError.notAStore("\(path): the number of transactions is \(transactions).")
                    }
                    guard !isStore || StoreLog(of: path).isOwn(transactions) else {
                        throw DurableError.notAStore(
                            """
                            \(path)-wal is the log of another file. If \(path) is a backup, remove \(path)-wal and \
                            \(path)-shm, and open it with 'acceptsOlder: true'.
                            """)
                    }
                    if isEmpty || isStore, transactions < remembered {
                        throw DurableError.storeIsOlder(path, missing: Int(remembered - transactions))
                    }
                    if isEmpty { return }
                    guard application == StoreSchema.applicationID, version > 0 else {
                        throw DurableError.notAStore("\(path) is a database of another program.")
                    }
                    try schema.refuseNewer(version)
                }
            } catch let error as DatabaseError where error.isAboutContents {
                throw DurableError.notAStore("\(path): \(error.message ?? "no message")")
            }
        }

        private static func size(of path: String) -> Int64? {
            var status = stat()
            return stat(path, &status) == 0 ? Int64(status.st_size) : nil
        }

        // MARK: Access

        /// Carries out a transaction on the queue of the writer.
        func write<Value: Sendable>(
            _ body: @escaping @Sendable (StoreConnection, inout StoreCounters) throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                // The transaction is carried out or fails, whether or not the task is cancelled.
                pool.asyncWriteWithoutTransaction { database in
                    continuation.resume(with: self.transaction(database, body))
                }
            }
        }

        /// Carries out a transaction on the calling thread.
        func writeHere<Value>(_ body: (StoreConnection, inout StoreCounters) throws -> Value) throws -> Value {
            try pool.writeWithoutTransaction { try transaction($0, body).get() }
        }

        /// Whether the next transaction is likely to take less time than handing it to another thread.
        var isQuick: Bool { pace.isQuick }

        private func transaction<Value>(
            _ database: Database, _ body: (StoreConnection, inout StoreCounters) throws -> Value
        ) -> Result<Value, any Error> {
            result {
                let connection = try StoreConnection(database)
                var counters = counters
                let value = try pace.measure {
                    try connection.transaction {
                        counters.arrivals.latest = arrivals.latest
                        // The transactions of others have given numbers to their events.
                        if counters.arrivals.latest > counters.arrivals.told {
                            counters.lastEvent = max(counters.lastEvent, try connection.lastEvent())
                        }
                        return try body(connection, &counters)
                    }
                }
                self.counters = counters
                // Otherwise a loss of power takes back transactions, and may leave the number.
                if synchronous == .full { lock.remember(counters.transactions) }
                return value
            }
        }

        var database: any DatabaseReader { pool }

        func check() throws {
            // A file that was removed is lost with the process, and all that was written to it.
            guard files.allSatisfy({ file in FileIdentity(path: file.path) == file.identity }) else {
                throw DurableError.storeFailed("\(path) or its write-ahead log was removed or replaced.")
            }
        }
    }

    /// The time that transactions take, as far as the last one tells.
    ///
    /// A disk that has to write, or a log that is copied into the file, makes one slow.
    final class TransactionPace: Sendable {
        private let nanoseconds = Protected(UInt64.max)

        /// Whether the last transaction was short.
        var isQuick: Bool { nanoseconds.withLock { $0 } < Self.limit }

        /// Takes the time of a transaction.
        func measure<Value>(_ transaction: () throws -> Value) rethrows -> Value {
            let start = DispatchTime.now().uptimeNanoseconds
            defer {
                let end = DispatchTime.now().uptimeNanoseconds
                nanoseconds.withLock { $0 = end - start }
            }
            return try transaction()
        }

        /// Half a millisecond: longer than most transactions on a solid-state disk, and short enough for a thread of
        /// the concurrency pool.
        private static let limit: UInt64 = 500_000
    }
#endif
