#if Postgres
    import Foundation
    import OakDurable
    import Testing

    @testable import OakPostgres

    /// A schema of its own in the database that the tests are given.
    struct TestDatabase: Sendable {
        /// The connection string; `nil` without a server.
        static let connection = ProcessInfo.processInfo.environment["OAK_POSTGRES"].flatMap { $0.isEmpty ? nil : $0 }

        static var isThere: Bool { connection != nil }

        var settings: PostgresSettings

        /// Creates the tables in a new schema.
        init(shards: Int = 4, leaseDuration: TimeInterval = 3600) async throws {
            settings = try Self.newSettings(leaseDuration: leaseDuration)
            try await PostgresStore.migrate(settings, shards: shards)
        }

        init(_ settings: PostgresSettings) { self.settings = settings }

        /// Settings with a schema that does not exist.
        static func newSettings(leaseDuration: TimeInterval = 3600) throws -> PostgresSettings {
            let connection = try #require(connection)
            return PostgresSettings(
                connection, schema: "oak \(UUID().uuidString.lowercased())", leaseDuration: leaseDuration)
        }

        /// The settings of another role.
        func settings(of role: String, _ further: String = "") -> PostgresSettings {
            var settings = settings
            if var url = URLComponents(string: settings.connection), url.scheme != nil {
                url.user = role
                if !further.isEmpty { url.query = further }
                settings.connection = url.string ?? settings.connection
            } else {
                settings.connection += " user=\(role) \(further)"
            }
            return settings
        }

        /// A name for a role, which belongs to the whole server.
        static func newRole(_ name: String) -> String {
            "oak_\(name)_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
        }

        /// The access of another process.
        func store() -> PostgresStore { PostgresStore(settings) }

        /// The error of a claim; `nil` if it is not refused.
        static func claim(_ settings: PostgresSettings, _ schema: PostgresSchema = .current) async -> DurableError? {
            let store = PostgresStore(settings, schema)
            defer { Task { await store.close() } }
            do {
                _ = try await store.claim(by: StoreOwner(), at: Date())
                return nil
            } catch { return error as? DurableError }
        }

        /// Carries out a script in the schema.
        func script(_ sql: String) async throws {
            let connection = PostgresConnection(settings, name: "test")
            do { try await connection.script(sql) } catch { throw error as? PostgresFailure ?? error }
            await connection.close()
        }

        /// Lets all leases expire, as they do when their processes are killed.
        func expireLeases() async throws {
            try await script(
                "UPDATE shard SET expires = clock_timestamp() - interval '1 s' WHERE owner IS NOT NULL; DELETE FROM process"
            )
        }
    }

    extension Trait where Self == ConditionTrait {
        /// The test needs a server, which `scripts/test` starts where PostgreSQL is installed.
        static var database: Self { .enabled(if: TestDatabase.isThere, "OAK_POSTGRES names no database") }
    }
#endif
