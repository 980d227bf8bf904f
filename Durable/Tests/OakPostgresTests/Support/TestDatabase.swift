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

        /// Creates a role, which belongs to the whole server and may run machines.
        func newRole(_ name: String, _ options: String = "", setting: String? = nil) async throws -> String {
            let role = "oak_\(name)_\(UUID().uuidString.lowercased().filter { $0 != "-" })"
            try await script("CREATE ROLE \(role) LOGIN \(options)")
            if let setting { try await script("ALTER ROLE \(role) SET \(setting)") }
            try await PostgresStore.migrate(settings, role: role)
            return role
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

        /// The reason why a claim is refused; empty if it is not.
        static func refusal(_ settings: PostgresSettings, _ schema: PostgresSchema = .current) async -> String {
            switch await claim(settings, schema) {
            case .storeFailed(let text), .notAStore(let text): text
            case let error: error.map { "\($0)" } ?? ""
            }
        }

        /// The texts that a query returns.
        func texts(_ sql: StaticString) async throws -> [String] {
            let connection = PostgresConnection(settings, name: "test")
            let texts = try await connection.rows(PostgresStatement(sql)) { $0.text(0) }
            await connection.close()
            return texts
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
