#if Postgres
    package import OakDurable

    extension PostgresStore: ShardRegister {
        package func shardOwners() async throws -> [ShardOwner] {
            try await read(
                """
                SELECT number, CASE WHEN expires > now() THEN owner_name END, generation, seen
                FROM shard ORDER BY number
                """, row: \.owner)
        }
    }
#endif
