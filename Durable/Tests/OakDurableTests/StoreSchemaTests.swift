#if SQLite
    import Foundation
    @testable import OakDurable
    import OakDurableTesting
    import Testing

    /// Programs whose tables have further versions, which are invented here.
    @Suite("Versions of a store in SQLite")
    struct StoreSchemaTests {
        private static let second = """
            ALTER TABLE instance ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';
            UPDATE instance SET colour = 'red';
            """
        private static let third = "CREATE TABLE shade (colour TEXT); INSERT INTO shade SELECT colour FROM instance"

        let folder = TemporaryFolder()
        let now = Date(timeIntervalSince1970: 1_700_000_000)

        /// The store of a program whose tables have further steps.
        private func store(_ access: SQLiteStore.Access = .owning, _ steps: String...) -> SQLiteStore {
            SQLiteStore(
                path: folder.path("store.sqlite"), synchronous: .normal, acceptsOlder: false, access: access,
                schema: StoreSchema(steps: StoreSchema.current.steps + steps))
        }

        /// Opens a store, creates an instance if it has a name, and answers a query before the store is closed.
        private func open(_ store: SQLiteStore, creating id: String? = nil, _ query: String = "SELECT 0") async throws
            -> String
        {
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            if let id { _ = try await store.commit([.create(.sample(id))], under: lease, at: now) }
            let answer = try await store.read { try $0.rows(query) { $0.text(0) }.joined(separator: " ") }
            #expect(try await store.verify().isEmpty)
            try await store.release([lease], at: now)
            return answer
        }

        @Test("D10 The tables of an earlier version take each step that is missing, once and in order")
        func upgrade() async throws {
            #expect(try await open(store(), creating: "a", "PRAGMA user_version") == "1")
            #expect(try await open(store(.owning, Self.second), creating: "b", "PRAGMA user_version") == "2")
            // The second step would fail if it was carried out again.
            let all = store(.owning, Self.second, Self.third)
            #expect(try await open(all, "SELECT colour FROM shade ORDER BY rowid") == "red none")
            #expect(try await open(all, "PRAGMA user_version") == "3")
            #expect(
                try await store(.reading, Self.second, Self.third).list(InstanceQuery()).map(\.name.id) == ["a", "b"])
        }

        @Test("D10 The tables of the first version take two steps at once, and a new file takes all of them")
        func stepByStep() async throws {
            let all = store(.owning, Self.second, Self.third)
            let query = "SELECT group_concat(colour) FROM shade UNION ALL SELECT name FROM pragma_table_info('shade')"
            #expect(try await open(all, query) == " colour")
            try FileManager.default.removeItem(atPath: all.path)
            _ = try await open(store(), creating: "a")
            #expect(try await open(store(.owning, Self.second, Self.third), query) == "red colour")
        }

        @Test("D10 A step that fails changes nothing, and the program of the version before goes on")
        func failure() async throws {
            _ = try await open(store(), creating: "a")
            await #expect(throws: DurableError.self) { try await open(store(.owning, Self.second, "nonsense")) }
            let columns = "SELECT name FROM pragma_table_info('instance') WHERE name = 'colour'"
            #expect(try await open(store(), columns) == "")
            #expect(try await open(store(), "PRAGMA user_version") == "1")
            #expect(try await store(.reading).list(InstanceQuery()).map(\.name.id) == ["a"])
        }

        @Test("D10 A newer version is refused, and an earlier one is not read before an owner has updated it")
        func otherVersions() async throws {
            _ = try await open(store())
            await #expect { try await store(.reading, Self.second).list(InstanceQuery()) } throws: { error in
                if case DurableError.storeFailed(let reason) = error { reason.contains("earlier") } else { false }
            }
            _ = try await open(store(.owning, Self.second))
            let newer = DurableError.storeTooNew(schema: 2, supported: 1)
            await #expect(throws: newer) { try await open(store()) }
            await #expect(throws: newer) { try await store(.reading).list(InstanceQuery()) }
        }
    }
#endif
