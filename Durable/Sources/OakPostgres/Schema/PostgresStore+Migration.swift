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
            var settings = settings
            // The whole migration is one transaction, which waits for that of another process.
            settings.lockTimeout = 0
            settings.statementTimeout = 600
            let connection = PostgresConnection(settings, name: "oak migration")
            let result: Result<Void, any Error>
            do {
                try await connection.script("BEGIN")
                try await PostgresMigration(connection: connection).run(shards, role: role, senders: senders)
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
                try await check(shards)
            } else {
                try await create(shards ?? 256)
            }
            try await connection.script(Self.privileges)
        }

        private func check(_ shards: Int?) async throws {
            let header = try await connection.rows(PostgresStatement("SELECT version, shards FROM header")) {
                (version: $0.int(0), shards: $0.int(1))
            }
            guard let (version, present) = header.first else {
                throw DurableError.notAStore("Its table 'header' is empty.")
            }
            if version > PostgresSchema.version {
                throw DurableError.storeTooNew(schema: version, supported: PostgresSchema.version)
            }
            if let shards, shards != present {
                throw DurableError.storeFailed(
                    "The store has \(present) shards, which cannot be changed. Leave 'shards' out.")
            }
        }

        private func create(_ shards: Int) async throws {
            for part in PostgresSchema.parts { try await connection.script(part) }
            try await connection.script(Self.protection)
            _ = try await connection.run(
                [
                    PostgresStatement(
                        "INSERT INTO header (version, shards) VALUES ($1::integer, $2::integer)",
                        .integer(PostgresSchema.version), .integer(max(1, shards))),
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

    /// The tables and functions of a store.
    enum PostgresSchema {
        static let version = 1

        /// The scripts, in an order in which each function has the types that it names.
        static var parts: [String] {
            [
                PackageResources.tables_sql, PackageResources.answers_sql, PackageResources.leases_sql,
                PackageResources.events_sql, PackageResources.instances_sql, PackageResources.macrosteps_sql,
                PackageResources.queues_sql,
            ].map { "SET LOCAL check_function_bodies = off; " + String(decoding: $0, as: UTF8.self) }
        }
    }
#endif
