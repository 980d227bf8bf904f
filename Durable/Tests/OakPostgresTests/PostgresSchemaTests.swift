#if Postgres
    import Foundation
    import OakDurable
    import OakDurableTesting
    import Testing

    @testable import OakPostgres

    @Suite(.database) struct PostgresSchemaTests {
        @Test("A schema without tables is no store, and the error says how to make one")
        func empty() async throws {
            #expect(await TestDatabase.refusal(try TestDatabase.newSettings()).contains("PostgresStore.migrate"))
        }

        @Test(
            "Tables of others are left alone",
            arguments: [
                "CREATE TABLE header (text text)", "CREATE TABLE instance (key text)",
                "CREATE TABLE header (version text, shards text)",
            ])
        func others(table: String) async throws {
            let settings = try TestDatabase.newSettings()
            let database = TestDatabase(settings)
            try await database.script(
                "DO $$ BEGIN EXECUTE 'CREATE SCHEMA ' || current_setting('search_path'); END $$; " + table)
            await #expect(throws: DurableError.self) { try await PostgresStore.migrate(settings) }
            let error = await TestDatabase.claim(settings)
            guard case .notAStore = error else { return #expect(Bool(false), "\(error as Any)") }
            let names = try await database.texts(
                """
                SELECT relname::text FROM pg_class JOIN pg_namespace AS schema ON schema.oid = relnamespace
                WHERE nspname = current_schema() AND relkind = 'r'
                """)
            #expect(names == [String(table.split(separator: " ")[2])])
        }

        @Test("A migration can be repeated, and keeps the number of shards")
        func again() async throws {
            let database = try await TestDatabase(shards: 7)
            try await PostgresStore.migrate(database.settings)
            try await PostgresStore.migrate(database.settings, shards: 7)
            await #expect(throws: DurableError.self) { try await PostgresStore.migrate(database.settings, shards: 8) }
            #expect(try await database.store().claim(by: StoreOwner(), at: Date()).count == 7)
        }

        // MARK: Versions

        /// The tables of a program with further versions, which are invented here.
        private func schema(_ steps: [String]...) -> PostgresSchema {
            PostgresSchema(steps: PostgresSchema.current.steps + steps)
        }

        private let second = [
            "ALTER TABLE instance ADD COLUMN colour text NOT NULL DEFAULT 'none'; UPDATE instance SET colour = 'red'",
            "CREATE FUNCTION mix(colour text) RETURNS text LANGUAGE sql RETURN colour || '!'",
        ]
        private let third = ["CREATE TABLE shade AS SELECT mix(colour) AS colour FROM instance"]

        @Test("D10 The tables of an earlier version take each step that is missing, once and in order")
        func upgrade() async throws {
            let (database, all) = (try await TestDatabase(shards: 3), schema(second, third))
            let store = database.store()
            let leases = try await store.claim(by: StoreOwner(), at: Date())
            let name = InstanceName(machine: "order", id: "a")
            let lease = try #require(leases.first { $0.shard == store.shard(of: name) })
            let instance = StoredInstance(InstanceSummary(name: name, version: 1), state: Data("{}".utf8))
            _ = try await store.commit([.create(instance)], under: lease, at: Date())
            try await store.release(leases, at: Date())
            // Twice, because the second step would fail if it was carried out again.
            try await PostgresStore.migrate(database.settings, to: schema(second))
            try await PostgresStore.migrate(database.settings, to: all)
            try await PostgresStore.migrate(database.settings, to: all)
            #expect(try await database.texts("SELECT colour FROM shade") == ["red!"])
            #expect(try await database.texts("SELECT version || ' ' || shards FROM header") == ["3 3"])
            let next = PostgresStore(database.settings, all)
            #expect(try await next.claim(by: StoreOwner(), at: Date()).count == 3)
            #expect(try await next.instance(name)?.state == Data("{}".utf8))
            // Nobody but the roles that are named may call a new function.
            let grants = try await database.texts(
                """
                SELECT routine_name::text FROM information_schema.routine_privileges
                WHERE grantee = 'PUBLIC' AND routine_schema = current_schema()
                """)
            #expect(grants.isEmpty)
        }

        @Test("D10 A step that fails changes nothing")
        func failure() async throws {
            let database = try await TestDatabase()
            await #expect(throws: DurableError.self) {
                try await PostgresStore.migrate(database.settings, to: schema(second, ["nonsense"]))
            }
            #expect(await TestDatabase.claim(database.settings) == nil)
            try await PostgresStore.migrate(database.settings, to: schema(second, third))
        }

        @Test("D10 The tables of another version are left alone, and the error says what to do")
        func otherVersions() async throws {
            let (database, newer) = (try await TestDatabase(), schema(second))
            let text = await TestDatabase.refusal(database.settings, newer)
            #expect(text.contains("earlier release") && text.contains("PostgresStore.migrate"))
            try await PostgresStore.migrate(database.settings, to: newer)
            let refusal = DurableError.storeTooNew(schema: 2, supported: 1)
            #expect(await TestDatabase.claim(database.settings) == refusal)
            await #expect(throws: refusal) { try await PostgresStore.migrate(database.settings) }
            try await database.script("UPDATE header SET version = 0")
            await #expect {
                try await PostgresStore.migrate(database.settings)
            } throws: { error in
                if case DurableError.notAStore = error { true } else { false }
            }
        }
    }
#endif
