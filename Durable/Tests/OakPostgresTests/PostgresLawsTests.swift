#if Postgres
    import OakDurableTesting
    import Testing

    @testable import OakPostgres

    @Suite(.database) struct PostgresLawsTests {
        @Test("PostgresStore keeps the laws of stores", arguments: [1, 4, 256])
        func laws(shards: Int) async throws {
            await checkLaws(
                ofStore: "PostgresStore with \(shards) shards",
                reopen: { (former: PostgresStore) in
                    await former.close()
                    let database = TestDatabase(former.settings)
                    try await database.expireLeases()
                    return database.store()
                },
                make: { try await TestDatabase(shards: shards).store() })
        }
    }
#endif
