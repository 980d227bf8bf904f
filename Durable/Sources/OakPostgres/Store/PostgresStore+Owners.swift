#if Postgres
    package import OakDurable

    extension PostgresStore: ShardRegister {
        package func shardOwners() async throws -> [ShardOwner] {
            try await read(
                """
                SELECT number, CASE WHEN expires > now() THEN owner_name END, generation, seen
                FROM shard ORDER BY number
                """
            ) { row in
                ShardOwner(
                    shard: StoreShard(row.int(0)), owner: row.optionalText(1), generation: row.int(2),
                    lastSeen: row.optionalDate(3))
            }
        }
    }
#endif
