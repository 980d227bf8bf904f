package import OakDurable

#if Postgres
    import OakPostgres
#endif

/// Makes the store of a program: a file, or a database that several processes share.
///
/// - Parameters:
///   - database: The URL of a database of PostgreSQL, whose tables are created if need be.
///   - file: The file without a database.
package func makeStore(database: String?, file: String) async throws -> any DurableStore {
    guard let database else { return SQLiteStore(path: file) }
    #if Postgres
        let settings = PostgresSettings(database)
        try await PostgresStore.migrate(settings)
        return PostgresStore(settings)
    #else
        throw DurableError.storeFailed("This program was built without PostgreSQL. Build it with '--traits Postgres'.")
    #endif
}
