#if Postgres
    public import Foundation
    import Oak
    public import OakDurable

    /// A store in a database of PostgreSQL, which any number of processes share.
    ///
    /// The instances are divided into shards by their names, and each process holds leases on its share of these.
    /// Shares move when a process joins, leaves, is killed or is frozen; a transaction of a process that has lost its
    /// lease is refused. <doc:ManyProcesses> describes how to run it.
    ///
    /// ```swift
    /// import OakDurable
    /// import OakPostgres
    ///
    /// func makeHost(_ url: String) async throws -> DurableHost {
    ///     let settings = PostgresSettings(url)
    ///     try await PostgresStore.migrate(settings)
    ///     return DurableHost(store: PostgresStore(settings))
    /// }
    /// ```
    ///
    /// A store has up to four connections, which are made when they are needed, and again after they were lost.
    public final class PostgresStore: DurableStore {
        let settings: PostgresSettings
        private let schema: PostgresSchema
        /// The transactions of the owner.
        let writer: PostgresConnection
        let reader: PostgresConnection
        /// Leases, and notifications.
        let watcher: PostgresConnection
        /// Messages to the instances of others.
        let sender: PostgresConnection
        let messages = MessageQueue()
        let news = PostgresNews()
        let shares = Shares()
        /// The name of the connections, by which others end them when the process has lost its leases.
        let name = "oak \(UUID().uuidString)"

        /// Creates a store; the first operation connects to the database.
        ///
        /// - Parameter settings: Where the database is.
        public convenience init(_ settings: PostgresSettings) { self.init(settings, .current) }

        /// Creates a store with tables of its own, by which a test goes through the versions.
        init(_ settings: PostgresSettings, _ schema: PostgresSchema) {
            self.settings = settings
            self.schema = schema
            writer = PostgresConnection(settings, name: name)
            reader = PostgresConnection(settings, name: name)
            sender = PostgresConnection(settings, name: name)
            let (news, place) = (news, settings.schema)
            watcher = PostgresConnection(settings, name: name) { payloads in
                news.note(payloads.compactMap { Self.shard(in: $0, of: place) })
                if payloads.contains("\(place) free") { news.freeShards.send() }
                if payloads.contains("\(place) places") { news.freePlaces.send() }
            }
        }

        /// Closes the connections. A further operation makes them again.
        public func close() async {
            shares.stop()
            for connection in [writer, reader, watcher, sender] { await connection.close() }
        }

        @_documentation(visibility: internal)
        public var leaseDuration: TimeInterval? { settings.leaseDuration }

        @_documentation(visibility: internal)
        public var isShared: Bool { true }

        @_documentation(visibility: internal)
        public var hearsAtOnce: Bool { settings.pooler == .none }

        @_documentation(visibility: internal)
        public func shard(of name: InstanceName) -> StoreShard {
            StoreShard(Int(name.hash % UInt64(max(1, shares.shards))))
        }

        /// The shard that a notification names.
        private static func shard(in payload: String, of schema: String) -> StoreShard? {
            guard let space = payload.lastIndex(of: " "), payload[..<space] == schema else { return nil }
            return Int(payload[payload.index(after: space)...]).map { StoreShard($0) }
        }

        /// Performs an operation on a schema that has been checked, and throws no error but a ``DurableError``.
        func perform<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
            do {
                if shares.shards == 0 { try await checkSchema() }
                return try await body()
            } catch let failure as PostgresFailure {
                throw failure.error
            }
        }

        func read<Row: Sendable>(
            _ sql: StaticString, _ arguments: PostgresValue...,
            row: @escaping @Sendable (PostgresRow) throws -> Row
        ) async throws -> [Row] {
            let statement = PostgresStatement(sql: sql, arguments: arguments)
            return try await perform { try await reader.rows(statement, read: row) }
        }

        private func checkSchema() async throws {
            guard let (version, shards) = try await schema.header(reader) else {
                throw DurableError.notAStore("The schema \(settings.schema) is empty. \(PostgresFailure.migration)")
            }
            if version < schema.version {
                throw DurableError.storeFailed(
                    """
                    An earlier release made the tables of \(settings.schema). Bring them up to date with \
                    'PostgresStore.migrate'.
                    """)
            }
            shares.shards = shards
        }
    }

    extension InstanceName {
        /// The hash that assigns an instance to a shard, the same in each process: FNV-1a of 64 bits, by Fowler, Noll
        /// and Vo.
        var hash: UInt64 {
            (machine.nameBytes + [0xff] + id.nameBytes).reduce(0xcbf2_9ce4_8422_2325) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
        }
    }

    /// The share of this process.
    @dynamicMemberLookup
    final class Shares: Sendable {
        struct Content {
            /// The number of shards of the store; 0 before it is known.
            var shards = 0
            /// The shards that this process owns, as far as it knows.
            var own: Set<StoreShard> = []
            /// The shards whose owner may not have been told of arrivals, because the answer to a transaction is lost.
            var inDoubt: Set<StoreShard> = []
            fileprivate var owners: [UUID] = []
            fileprivate var task: Task<Void, Never>?
        }

        private let content = Protected(Content())

        subscript<Value>(dynamicMember part: WritableKeyPath<Content, Value>) -> Value {
            get { content.withLock { $0[keyPath: part] } }
            set { content.withLock { $0[keyPath: part] = newValue } }
        }

        /// Adds a shard that this process has obtained.
        func add(_ shard: StoreShard) { content.withLock { _ = $0.own.insert(shard) } }

        /// The latest owner.
        var owner: UUID? { content.withLock { $0.owners.last } }

        /// Notes another owner, and returns the former ones.
        func add(_ owner: UUID) -> [UUID] {
            content.withLock { content in
                defer { content.owners.append(owner) }
                return content.owners
            }
        }

        /// Begins what goes on as long as the store is open, unless it has begun.
        func start(_ body: @escaping @Sendable () async -> Void) {
            content.withLock { if $0.task == nil { $0.task = Task { await body() } } }
        }

        func stop() {
            content.withLock { content in
                content.own = []
                content.task.take()?.cancel()
            }
        }
    }
#endif
