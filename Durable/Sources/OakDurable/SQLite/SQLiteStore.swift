#if SQLite
    public import Foundation
    import Oak

    /// A store in a file, kept by SQLite.
    ///
    /// The file has a write-ahead log, `PATH-wal`, and an index of it, `PATH-shm`. The file `PATH.lock` is locked from
    /// the first claim until the release, or the end of the process: the operating system refuses it to any other
    /// process meanwhile, and frees it at once when the process is killed. Keep the files together, on a local disk.
    ///
    /// ```swift
    /// import Foundation
    /// import OakDurable
    /// let store = SQLiteStore(path: "orders.sqlite")
    /// let leases = try await store.claim(by: StoreOwner(), at: Date())
    /// try await store.release(leases, at: Date())
    /// ```
    ///
    /// A second store on the same file in the same process is refused, too. A second claim of the same store takes over
    /// from the first.
    ///
    /// A store for ``reading(path:)`` looks at the file while a host has it, in this process or another one.
    ///
    /// The store is available with the trait `SQLite` of the package.
    public final class SQLiteStore: @unchecked Sendable {
        /// How far a transaction has gone when it is acknowledged.
        public enum Synchronous: Sendable {
            /// The transaction is on the disk, and survives a loss of power.
            case full
            /// The operating system has the transaction, which survives the end of the process. A loss of power may
            /// take back the last transactions, in order, but never damages the store.
            case normal
        }

        /// What a store does with its file.
        public enum Access: Sendable {
            /// It takes ownership with the first claim.
            case owning
            /// It reads, beside the owner.
            case reading
        }

        /// The path of the file.
        public let path: String
        /// What the store does with the file.
        public let access: Access
        /// How far a transaction has gone when it is acknowledged.
        public let synchronous: Synchronous
        /// Whether the claim takes a file with fewer transactions than the store is known to have had.
        public let acceptsOlder: Bool

        /// The tables that the store reads and writes.
        private let schema: StoreSchema
        let arrivals = StoreArrivals()
        private let lock = Lock()
        /// The open file, between claim and release; guarded by the lock.
        private var file: StoreFile?
        /// The file of a store that only reads, from the first reading on; guarded by the lock.
        private var reader: StoreReader?
        /// Opens and closes the file, which takes time, one after the other.
        private let queue = DispatchQueue(label: "OakDurable.SQLiteStore.file")

        /// Creates a store. The first claim opens the file, or creates it.
        ///
        /// - Parameters:
        ///   - path: The path of the file, in a folder that exists.
        ///   - synchronous: How far a transaction has gone when it is acknowledged; on the disk by default.
        ///   - acceptsOlder: Whether the claim takes a file with fewer transactions than the store is known to have
        ///     had: a backup that was restored. By default it is refused, because its write-ahead log may be lost. Keys
        ///     that were given after the backup are given again.
        public convenience init(path: String, synchronous: Synchronous = .full, acceptsOlder: Bool = false) {
            self.init(path: path, synchronous: synchronous, acceptsOlder: acceptsOlder, access: .owning)
        }

        /// Creates a store that only reads, also while a host of this or another process has the file open.
        ///
        /// The first reading opens the file; nothing is claimed, and each reading sees the transactions up to then. A
        /// claim throws ``DurableError/storeIsReadOnly(_:)``.
        ///
        /// ```swift
        /// import OakDurable
        ///
        /// func failed(in path: String) async throws -> [InstanceSummary] {
        ///     try await SQLiteStore.reading(path: path).list(InstanceQuery(statuses: [.failed]))
        /// }
        /// ```
        ///
        /// - Parameter path: The path of the file. Its folder has to be writable unless a host has the file open,
        ///   because SQLite keeps an index of the write-ahead log there.
        public static func reading(path: String) -> SQLiteStore {
            SQLiteStore(path: path, synchronous: .full, acceptsOlder: false, access: .reading)
        }

        /// Creates a store with tables of its own, by which a test goes through the versions.
        init(
            path: String, synchronous: Synchronous, acceptsOlder: Bool, access: Access, schema: StoreSchema = .current
        ) {
            self.schema = schema
            self.path = path
            self.access = access
            self.synchronous = synchronous
            self.acceptsOlder = acceptsOlder
        }

        /// Closes the file without a release, as the end of the process does.
        package func close() async {
            try? await queue.perform { [self] in lock.withLock { file.take() }?.close() }
        }

        func openFile() throws(DurableError) -> StoreFile {
            guard access == .owning else { throw .storeIsReadOnly(path) }
            guard let file = lock.withLock({ file }) else {
                throw .storeFailed("\(path) is not open. Claim the store first.")
            }
            return file
        }

        /// Reads from the file on a connection that sees the transactions up to now.
        func read<Value: Sendable>(_ body: @escaping @Sendable (StoreConnection) throws -> Value) async throws -> Value
        {
            try await source().read(body)
        }

        /// Reads the rows of a query likewise.
        func rows<Row: Sendable>(
            _ sql: String, _ arguments: any StoreArgument..., read row: @escaping @Sendable (StoreRow) throws -> Row
        ) async throws -> [Row] {
            try await read { try $0.rows(sql, arguments, read: row) }
        }

        /// The file to read from: that of the owner, or one that a store has opened beside it.
        func source() async throws -> any StoreSource {
            if access == .owning { return try openFile() }
            return try await queue.perform { [self] in
                if let reader = lock.withLock({ reader }) { return reader }
                let opened = try StoreReader(path: path, schema: schema)
                lock.withLock { reader = opened }
                return opened
            }
        }

        /// The open file, and whether it was open before.
        private func opened() async throws -> (file: StoreFile, isOpen: Bool) {
            guard access == .owning else { throw DurableError.storeIsReadOnly(path) }
            return try await queue.perform { [self] in
                if let file = lock.withLock({ file }) { return (file, true) }
                let opened = try StoreFile(
                    path: path, synchronous: synchronous, acceptsOlder: acceptsOlder, arrivals: arrivals,
                    schema: schema)
                lock.withLock { file = opened }
                return (opened, false)
            }
        }
    }

    @_documentation(visibility: internal)
    extension SQLiteStore: DurableStore {
        public var leaseDuration: TimeInterval? { StoreLease.duration }

        public func latestArrival(in shard: StoreShard) -> Int { arrivals.latest }

        public func awaitArrivals() -> AsyncStream<Void> { arrivals.signal.values }

        public func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
            let (file, isOpen) = try await opened()
            do {
                let lease = try await file.write { try $0.claim(by: owner, &$1, at: now) }
                file.name(owner)
                return [lease]
            } catch {
                // Another process may try.
                if !isOpen { await close() }
                throw error
            }
        }

        public func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
            for lease in leases { _ = try await commit([], under: lease, at: now) }
            return leases
        }

        public func release(_ leases: [StoreLease], at now: Date) async throws {
            guard let lease = leases.first, let file = lock.withLock({ file }) else { return }
            do {
                try await file.write { connection, counters in
                    try connection.release(lease, at: now)
                    counters.transactions += 1
                }
                try await file.finish()
            } catch DurableError.ownershipLost {
                return
            } catch {
                await close()
                // The next claim finds the time of the last transaction instead of that of the release.
                throw DurableError.storeFailed(
                    "\(path) was closed and is not one file: keep its write-ahead log beside it. \(error)")
            }
            await close()
        }

        public func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
            // One shard has one batch.
            guard let batch = batches.first else { return [] }
            return [try await openFile().write { try $0.commit(batch, &$1, at: now) }]
        }

        public var commitsAtOnce: Bool { (try? openFile())?.isQuick ?? false }

        public func commitAtOnce(_ batches: [StoreBatch], at now: Date) throws -> [[StoreAnswer]]? {
            let file = try openFile()
            guard file.isQuick, let batch = batches.first else { return nil }
            return [try file.writeHere { try $0.commit(batch, &$1, at: now) }]
        }
    }

    extension DispatchQueue {
        /// Does blocking work.
        func perform<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                async { continuation.resume(with: Result(catching: body)) }
            }
        }
    }

    extension SQLiteStore.Synchronous {
        /// The settings of the connection that writes.
        var pragmas: String {
            switch self {
            case .full: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; \(Self.logPragmas)"
            case .normal: "PRAGMA synchronous = NORMAL; \(Self.logPragmas)"
            }
        }

        // The log is copied into the file once it has a thousand pages; a longer one, left by a long read, is cut.
        private static let logPragmas =
            "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864; PRAGMA checkpoint_fullfsync = ON"
    }
#endif
