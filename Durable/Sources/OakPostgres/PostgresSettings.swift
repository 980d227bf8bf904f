#if Postgres
    public import Foundation

    /// Where a database of PostgreSQL is, and how a store uses it.
    public struct PostgresSettings: Hashable, Sendable {
        /// A connection string of libpq: a URL, such as `postgres://user@host/database?sslmode=verify-full`, or
        /// keywords with values. The rest comes from the environment (`PGHOST`, `PGPASSWORD`, …) and from `~/.pgpass`.
        public var connection: String

        /// The schema that has the tables.
        public var schema: String

        /// How long, in seconds, a lease stays valid after its last renewal. A process that is killed or frozen loses
        /// its share after this time.
        public var leaseDuration: TimeInterval

        /// How long, in seconds, a statement may take.
        public var statementTimeout: TimeInterval

        /// How long, in seconds, a statement waits for a lock, such as that of an instance to which a transaction of
        /// your own has sent an event.
        public var lockTimeout: TimeInterval

        /// The pooler between the program and the server.
        public var pooler: PostgresPooler

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - connection: A connection string of libpq.
        ///   - schema: The schema that has the tables; `oak` by default.
        ///   - leaseDuration: How long, in seconds, a lease stays valid after its last renewal; 10 by default.
        ///   - statementTimeout: How long, in seconds, a statement may take; 30 by default.
        ///   - lockTimeout: How long, in seconds, a statement waits for a lock; 5 by default.
        ///   - pooler: The pooler between the program and the server; none by default.
        public init(
            _ connection: String, schema: String = "oak", leaseDuration: TimeInterval = 10,
            statementTimeout: TimeInterval = 30, lockTimeout: TimeInterval = 5, pooler: PostgresPooler = .none
        ) {
            self.connection = connection
            self.schema = schema
            self.leaseDuration = leaseDuration
            self.statementTimeout = statementTimeout
            self.lockTimeout = lockTimeout
            self.pooler = pooler
        }
    }

    /// A pooler between a program and PostgreSQL.
    public enum PostgresPooler: Hashable, Sendable {
        /// There is none, or one that gives each program a connection of its own.
        case none
        /// One that gives each transaction a connection, such as PgBouncer in transaction mode.
        ///
        /// The store then prepares no statements and hears no notifications: it asks each second whether others have
        /// sent events to its instances. The role has to have the isolation level `READ COMMITTED`, as it has by
        /// default.
        case transaction
    }

    extension PostgresSettings: ExpressibleByStringLiteral {
        /// Creates settings from a connection string.
        public init(stringLiteral value: String) { self.init(value) }
    }
#endif
