#if Postgres
    import Foundation
    import OakDurable

    extension PostgresStore {
        /// Creates the tables and functions of a store, or brings those of an earlier version up to date.
        ///
        /// A program may call it each time before it opens a host: what is up to date is left as it is. It needs the
        /// right to create a schema in the database; the roles that run machines and send events need no more than it
        /// grants to them. Two processes may call it at the same time.
        ///
        /// - Parameters:
        ///   - settings: Where the database is, for a role that may create tables.
        ///   - shards: Into how many shards the instances are divided, which stays as it is: 256 by default. More
        ///     processes than shards have nothing to do.
        ///   - role: A role that runs machines; by default the one that migrates.
        ///   - senders: A role that sends events from SQL, with `oak_send`, and may do nothing else.
        /// - Throws: `DurableError.storeTooNew`; `DurableError.notAStore` for a schema with other tables;
        ///   `DurableError.storeFailed`, also if the store has another number of shards.
        public static func migrate(
            _ settings: PostgresSettings, shards: Int? = nil, role: String? = nil, senders: String? = nil
        ) async throws {
            try await migrate(settings, to: .current, shards: shards, role: role, senders: senders)
        }

        static func migrate(
            _ settings: PostgresSettings, to schema: PostgresSchema, shards: Int? = nil, role: String? = nil,
            senders: String? = nil
        ) async throws {
            var settings = settings
            // The whole migration is one transaction, which waits for that of another process.
            settings.lockTimeout = 0
            settings.statementTimeout = 600
            let connection = PostgresConnection(settings, name: "oak migration")
            let result: Result<Void, any Error>
            do {
                try await connection.script("BEGIN")
                let migration = PostgresMigration(connection: connection, schema: schema)
                try await migration.run(shards, role: role, senders: senders)
                try await connection.script("COMMIT")
                result = .success(())
            } catch let failure as PostgresFailure {
                result = .failure(failure.isTableOfOthers ? DurableError.notAStore(failure.reason) : failure.error)
            } catch {
                result = .failure(error)
            }
            // Without COMMIT, nothing is kept.
            await connection.close()
            try result.get()
        }
    }

    private struct PostgresMigration {
        let connection: PostgresConnection
        let schema: PostgresSchema

        func run(_ shards: Int?, role: String?, senders: String?) async throws {
            _ = try await connection.rows(
                PostgresStatement(
                    """
                    SELECT pg_advisory_xact_lock(
                            hashtextextended('oak migration of ' || current_setting('search_path'), 0)),
                        set_config('oak.role', $1, true),
                        set_config('oak.senders', $2, true)
                    """, .text(role ?? ""), .text(senders ?? ""))
            ) { _ in }
            try await connection.script(Self.creation)
            let hasTables = try await connection.rows(
                PostgresStatement("SELECT to_regclass('header') IS NOT NULL")
            ) { $0.bool(0) }
            if hasTables.first ?? false {
                let version = try await version(with: shards)
                if version < schema.version {
                    try await upgrade(from: version)
                    try await connection.script("UPDATE header SET version = \(schema.version)")
                }
            } else {
                try await upgrade(from: 0)
                try await number(shards ?? 256)
            }
            try await connection.script(Self.privileges)
        }

        /// Carries out the steps that the tables have not taken.
        private func upgrade(from version: Int) async throws {
            for script in schema.steps.dropFirst(version).joined() { try await connection.script(script) }
            try await connection.script(Self.protection)
        }

        /// The version of the tables.
        ///
        /// - Throws: An error for tables of others, of a newer program, or with another number of shards.
        private func version(with shards: Int?) async throws -> Int {
            guard let (version, present) = try await schema.header(connection) else {
                throw DurableError.notAStore("Its table 'header' is empty.")
            }
            guard version > 0 else {
                throw DurableError.notAStore("Its table 'header' has the version \(version).")
            }
            if let shards, shards != present {
                throw DurableError.storeFailed(
                    "The store has \(present) shards, which cannot be changed. Leave 'shards' out.")
            }
            return version
        }

        /// Divides the store that was created into shards.
        private func number(_ shards: Int) async throws {
            _ = try await connection.run(
                [
                    PostgresStatement(
                        "INSERT INTO header (version, shards) VALUES ($1::integer, $2::integer)",
                        .integer(schema.version), .integer(max(1, shards))),
                    PostgresStatement(
                        "INSERT INTO shard (number) SELECT generate_series(0, $1::integer - 1)",
                        .integer(max(1, shards))),
                ]
            ) { _ in }
        }

        /// The schema is the one in which the session looks for tables.
        private static let creation = """
            DO $$ BEGIN
                -- With IF NOT EXISTS, it would need the right to create one also where there is one.
                IF to_regnamespace(current_setting('search_path')) IS NULL THEN
                    EXECUTE 'CREATE SCHEMA ' || current_setting('search_path');
                END IF;
            END $$
            """

        /// Keeps those who may only send from everything else.
        private static let protection = """
            DO $$
            DECLARE
                place text := current_setting('search_path');
            BEGIN
                -- Temporary tables would come first otherwise, and a sender could put one in the place of an inbox.
                EXECUTE format(
                    'ALTER FUNCTION oak_send(text, text, jsonb, text, bigint) SET search_path = %s, pg_temp', place);
                EXECUTE format('REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA %s FROM PUBLIC', place);
            END $$
            """

        private static let privileges = """
            DO $$
            DECLARE
                place text := current_setting('search_path');
                role text := current_setting('oak.role');
                senders text := current_setting('oak.senders');
            BEGIN
                IF role <> '' THEN
                    EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', place, role);
                    EXECUTE format(
                        'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO %I', place, role);
                    EXECUTE format('GRANT USAGE ON ALL SEQUENCES IN SCHEMA %s TO %I', place, role);
                    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA %s TO %I', place, role);
                END IF;
                IF senders <> '' THEN
                    EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', place, senders);
                    EXECUTE format(
                        'GRANT EXECUTE ON FUNCTION oak_send(text, text, jsonb, text, bigint) TO %I', senders);
                END IF;
            END $$
            """
    }

    /// The tables and functions of a store, and how those of an earlier version become them.
    struct PostgresSchema: Sendable {
        /// The tables and functions that this program uses.
        static let current = PostgresSchema(steps: [creation])

        /// The scripts that lead from each version to the next; the first ones create a store.
        let steps: [[String]]

        /// The version that the steps lead to.
        var version: Int { steps.count }

        /// The version of the tables that are there, and the number of shards; `nil` for an empty header.
        ///
        /// - Throws: `DurableError.storeTooNew`.
        func header(_ connection: PostgresConnection) async throws -> (version: Int, shards: Int)? {
            let headers = try await connection.rows(PostgresStatement("SELECT version, shards FROM header")) {
                (version: $0.int(0), shards: $0.int(1))
            }
            guard let header = headers.first else { return nil }
            if header.version > version {
                throw DurableError.storeTooNew(schema: header.version, supported: version)
            }
            return header
        }

        /// The first version, in an order in which each function has the types that it names.
        private static var creation: [String] {
            [
                PackageResources.tables_sql, PackageResources.answers_sql, PackageResources.leases_sql,
                PackageResources.events_sql, PackageResources.instances_sql, PackageResources.macrosteps_sql,
                PackageResources.queues_sql,
            ].map { "SET LOCAL check_function_bodies = off; " + String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
