#if Tools && SQLite
    import ArgumentParser
    import Foundation
    import MachineTool
    import OakDurable
    import OakText

    #if Postgres
        import OakPostgres
    #endif

    /// The store of a command: a file, or a database that hosts share.
    struct StoreOptions<Tool: DurableCommand>: ParsableArguments {
        @Option(name: .shortAndLong, help: "The file of the store.", completion: .file())
        var store: String?

        @Option(help: "The URL of a database of PostgreSQL that has the store, such as postgresql://host/name.")
        var database: String?

        @Option(help: "The schema of the store in the database.")
        var schema = "oak"

        func validate() throws {
            if store != nil, database != nil { throw Self.noStore }
        }

        private static var noStore: ValidationError {
            ValidationError("Give either the file of the store with --store, or the URL of a --database.")
        }

        /// Reads beside hosts that may be running.
        func read<Value>(_ body: (any DurableStore) async throws -> Value) async throws -> Value {
            try await reportingErrors {
                if let store { return try await body(Tool.store(in: SQLiteStore.reading(path: store))) }
                return try await body(sharedStore())
            }
        }

        /// Reads a file beside a host that may be running.
        func readFile(_ body: (SQLiteStore) async throws -> Void) async throws {
            try await reportingErrors { try await body(SQLiteStore.reading(path: try file())) }
        }

        /// Changes a file, which no host may have open.
        func changeFile(_ body: (SQLiteStore) async throws -> Void) async throws {
            try await reportingErrors {
                let file = try openFile()
                try await own(.first, of: file) { _ in try await body(file) }
            }
        }

        /// Changes instances: in a file that no host has open, or in shards that hosts give up meanwhile.
        ///
        /// - Parameters:
        ///   - names: The names of the instances.
        ///   - body: Changes those that are in one shard.
        func change(_ names: [InstanceName], _ body: (OwnedStore, [InstanceName]) async throws -> Void) async throws {
            try await reportingErrors {
                if store != nil {
                    let file = try openFile()
                    return try await own(.first, of: file) {
                        try await body(OwnedStore(store: Tool.store(in: file), lease: $0), names)
                    }
                }
                let shared = try sharedStore()
                // A store knows the number of its shards when it has been read.
                _ = try await shared.list(InstanceQuery(limit: 1))
                for (shard, names) in Dictionary(grouping: names, by: shared.shard).sorted(by: { $0.key < $1.key }) {
                    try await own(shard, of: shared) { try await body(OwnedStore(store: shared, lease: $0), names) }
                }
            }
        }

        private func own(
            _ shard: StoreShard, of store: any DurableStore, _ body: (StoreLease) async throws -> Void
        ) async throws {
            let lease = try await store.claim(shard, by: StoreOwner(), at: Date())
            do {
                try await body(lease)
            } catch {
                try? await giveUp(lease, of: store)
                throw error
            }
            try await giveUp(lease, of: store)
        }

        private func giveUp(_ lease: StoreLease, of store: any DurableStore) async throws {
            // Otherwise, the next host would not learn that the one before has crashed.
            guard lease.followsCrash else { return try await store.release([lease], at: Date()) }
            // A lease in a database expires.
            if let file = store as? SQLiteStore { await file.close() }
        }

        private func file() throws -> String {
            if let store { return store }
            throw database == nil ? Self.noStore as any Error : OperatorError.onlyForFiles
        }

        private func openFile() throws -> SQLiteStore {
            let path = try file()
            guard FileManager.default.fileExists(atPath: path) else {
                throw DurableError.notAStore("\(path) does not exist.")
            }
            return SQLiteStore(path: path)
        }

        private func sharedStore() throws -> any DurableStore {
            guard let database else { throw Self.noStore }
            #if Postgres
                let settings = PostgresSettings(database, schema: schema)
                return Tool.store(in: PostgresStore(settings) as any DurableStore)
            #else
                throw OperatorError.withoutPostgres
            #endif
        }

        /// Tells of an error on the standard error, and ends the command with the code for it.
        private func reportingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
            do {
                return try await body()
            } catch let error as DurableError {
                Console.current.note(error.localizedDescription)
                throw ExitCode(OperatorExit(error).rawValue)
            } catch let error as OperatorError {
                Console.current.note(error.description)
                throw ExitCode(OperatorExit(error).rawValue)
            }
        }
    }

    /// A store, or a shard of one, that a command owns without a host that would begin activities.
    struct OwnedStore {
        let store: any DurableStore
        let lease: StoreLease

        /// Commits a change of an instance.
        func commit(_ change: StoreChange, to name: InstanceName, event: EventNumber = 0) async throws {
            let answers = try await store.commit([change], under: lease, at: Date())
            for answer in answers { try answer.requireSuccess(of: name, event) }
        }

        /// An instance that gets a new state or event.
        ///
        /// - Throws: ``OperatorError/encoded(_:)`` if the change would leave an instance with some payloads that a
        ///   codec has encoded, and some that it has not.
        func instance(_ name: InstanceName) async throws -> StoredInstance {
            let found = try await store.existing(name)
            if JSONValue(json: found.state) == nil { throw OperatorError.encoded(name) }
            return found
        }
    }
#endif
