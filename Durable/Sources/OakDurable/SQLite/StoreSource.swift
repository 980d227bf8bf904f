#if SQLite
    import GRDB

    /// The file of a store that is read, by its owner or beside it.
    protocol StoreSource: Sendable {
        var database: any DatabaseReader { get }

        /// Throws unless the file is the one that was opened.
        func check() throws
    }

    extension StoreSource {
        /// Reads on a connection of its own, which sees the transactions up to now.
        func read<Value: Sendable>(
            _ body: @escaping @Sendable (StoreConnection) throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                database.asyncRead { database in
                    continuation.resume(with: result { try body(StoreConnection(try database.get())) })
                }
            }
        }

        func result<Value>(_ body: () throws -> Value) -> Result<Value, any Error> {
            Result {
                let value: Value
                do { value = try body() } catch { throw DurableError(store: error) }
                try check()
                return value
            }
        }
    }
#endif
