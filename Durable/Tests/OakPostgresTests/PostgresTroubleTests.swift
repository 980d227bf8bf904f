#if Postgres
    import Foundation
    import OakDurable
    import OakDurableTesting
    import Testing

    @testable import OakPostgres

    @Suite(.database) struct PostgresTroubleTests {
        private let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

        /// Whether a store has failed with an SQLSTATE, and its error tells what to do.
        private func isFailure(_ error: DurableError?, _ state: String, _ advice: String) -> Bool {
            guard case .storeFailed(let text) = error else { return false }
            return text.contains("SQLSTATE \(state)") && (advice.isEmpty || text.contains(advice))
        }

        private func expectFailure(
            _ state: String, _ advice: String = "", _ commit: () async throws -> [StoreAnswer]
        ) async {
            await #expect { try await commit() } throws: { isFailure($0 as? DurableError, state, advice) }
        }

        private func create(_ id: String) -> StoreChange {
            .create(
                StoredInstance(
                    InstanceSummary(name: InstanceName(machine: "order", id: id), version: 1), state: Data("{}".utf8)))
        }

        private let name = InstanceName(machine: "order", id: "a")

        /// Sends an event to the instance.
        private func send(_ text: String, by store: PostgresStore) async throws -> StoreAnswer {
            let message = StoredMessage(to: name, .event(Data(text.utf8), version: 1))
            return try await store.send(message, deduplication: nil, at: now)
        }

        /// A database with two stores, of which the first has a lease.
        private func opened() async throws -> (TestDatabase, PostgresStore, PostgresStore, StoreLease) {
            let database = try await TestDatabase()
            let (first, second) = (database.store(), database.store())
            return (database, first, second, try await lease(in: first))
        }

        // MARK: Roles

        @Test("A role that runs machines can do that and create nothing, and one that sends can do nothing else")
        func roles() async throws {
            let database = try await TestDatabase()
            let runner = try await database.newRole("runner")
            let sender = "\(runner)_sender"
            try await database.script("CREATE ROLE \(sender) LOGIN")
            try await PostgresStore.migrate(database.settings, role: runner, senders: sender)
            try await PostgresStore.migrate(database.settings(of: runner))
            let store = PostgresStore(database.settings(of: runner))
            let lease = try await lease(in: store)
            let answer = try await store.commit([create("a")], under: lease, at: now)
            guard case .created(let key)? = answer.first else { return #expect(Bool(false), "\(answer)") }
            await #expect(throws: PostgresFailure.self) { try await store.writer.script("CREATE TABLE mine (a int)") }
            let connection = PostgresConnection(database.settings(of: sender), name: "test")
            try await connection.script("SELECT oak_send('order', 'a', '{\"pay\": {}}')")
            for sql in ["SELECT count(*) FROM instance", "SELECT name_bytes('a')"] {
                await #expect(throws: PostgresFailure.self) { try await connection.script(sql) }
            }
            // Nor can it put a table of its own in the place of an inbox, and so run a trigger as the owner.
            try await connection.script(
                """
                CREATE TEMP TABLE inbox (
                    instance bigint, number bigint, version bigint, received float8, event bytea, context text);
                GRANT ALL ON inbox TO PUBLIC
                """)
            try await connection.script("SELECT oak_send('order', 'a', '{\"ship\": {}}')")
            let events = try await store.inbox(of: key, after: 0, limit: 10)
            let texts = events.map { String(decoding: $0.event, as: UTF8.self) }
            #expect(texts == ["{\"pay\": {}}", "{\"ship\": {}}"])
            #expect(isFailure(await TestDatabase.claim(database.settings(of: sender)), "42501", "role"))
        }

        @Test("A wrong password, a missing database, a missing server and a refused encryption are told apart")
        func connections() async throws {
            let database = try await TestDatabase()
            try await database.script(
                """
                DO $$ BEGIN CREATE ROLE oak_password LOGIN PASSWORD 'right';
                EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
                """)
            var settings = database.settings(of: "oak_password", "password=wrong&host=127.0.0.1")
            // libpq gives no SQLSTATE for a connection that fails.
            if settings.connection.hasPrefix("postgres") {
                #expect(await TestDatabase.refusal(settings).contains("password authentication failed"))
            }
            settings = database.settings
            settings.connection = database.settings(of: "postgres", "sslmode=require&host=127.0.0.1").connection
            if settings.connection.hasPrefix("postgres") {
                #expect(await TestDatabase.refusal(settings).contains("server does not support SSL"))
            }
            settings.connection = "host=127.0.0.1 port=1 user=nobody"
            #expect(await TestDatabase.refusal(settings).contains("Check that the server runs"))
        }

        @Test("A role without further connections gets an error that says what to do")
        func crowded() async throws {
            let database = try await TestDatabase()
            let role = try await database.newRole("crowded", "CONNECTION LIMIT 0")
            #expect(await TestDatabase.refusal(database.settings(of: role)).contains("too many connections"))
        }

        @Test("A server that only reads refuses the claim, and the error names the primary")
        func readOnly() async throws {
            let database = try await TestDatabase()
            let role = try await database.newRole("reader", setting: "default_transaction_read_only = on")
            #expect(isFailure(await TestDatabase.claim(database.settings(of: role)), "25006", "primary"))
        }

        @Test("A stricter isolation level of the role changes nothing")
        func isolation() async throws {
            let database = try await TestDatabase()
            let role = try await database.newRole("strict", setting: "default_transaction_isolation = serializable")
            let store = PostgresStore(database.settings(of: role))
            _ = try await store.claim(by: StoreOwner(), at: now)
            let level = try await store.read("SELECT current_setting('transaction_isolation')") { $0.text(0) }
            #expect(level == ["read committed"])
        }

        @Test("Behind a pooler, a stricter isolation level of the role is an error that says what to do")
        func isolationBehindPooler() async throws {
            let database = try await TestDatabase()
            let role = try await database.newRole(
                "strict", setting: "default_transaction_isolation = 'repeatable read'")
            var settings = database.settings(of: role)
            settings.pooler = .transaction
            let store = PostgresStore(settings)
            let lease = try await lease(in: store)
            await expectFailure("25001", "read committed") {
                try await store.commit([create("a")], under: lease, at: now)
            }
        }

        // MARK: Transactions

        private func lease(in store: PostgresStore) async throws -> StoreLease {
            let leases = try await store.claim(by: StoreOwner(), at: now)
            return try #require(leases.first { $0.shard == store.shard(of: name) })
        }

        /// Lets transactions of owners fail a number of times.
        private func failure(_ state: String, times: Int) -> String {
            """
            CREATE SEQUENCE failures;
            ALTER FUNCTION begin_commit RENAME TO begin_commit_well;
            CREATE FUNCTION begin_commit(
                process uuid, shards integer[], generations bigint[], keys bigint[], machines bytea[], ids bytea[],
                feeds integer[], now double precision
            ) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
                IF nextval('failures') <= \(times) THEN RAISE EXCEPTION USING ERRCODE = '\(state)'; END IF;
                PERFORM begin_commit_well(process, shards, generations, keys, machines, ids, feeds, now);
            END $$
            """
        }

        @Test("A transaction that another one has ended is repeated", arguments: ["40001", "40P01"])
        func collision(state: String) async throws {
            let (database, store, _, lease) = try await opened()
            try await database.script(failure(state, times: 3))
            let answers = try await store.commit([create("a")], under: lease, at: now)
            #expect(answers.count == 1)
            #expect(try await store.list(InstanceQuery()).map(\.name.id) == ["a"])
        }

        @Test(
            "A transaction that fails keeps nothing, and the next one succeeds", arguments: ["53100", "57014", "XX000"])
        func failing(state: String) async throws {
            let (database, store, _, lease) = try await opened()
            try await database.script(failure(state, times: 1))
            await expectFailure(state) { try await store.commit([create("a")], under: lease, at: now) }
            #expect(try await store.list(InstanceQuery()).isEmpty)
            _ = try await store.commit([create("a")], under: lease, at: now)
            #expect(try await store.list(InstanceQuery()).count == 1)
        }

        @Test("A transaction of somebody else that holds an instance is waited for no longer than allowed")
        func lock() async throws {
            var database = try await TestDatabase()
            database.settings.lockTimeout = 0.1
            let store = database.store()
            let lease = try await lease(in: store)
            guard case .created(let key)? = try await store.commit([create("a")], under: lease, at: now).first else {
                return
            }
            let other = PostgresConnection(database.settings, name: "test")
            try await other.script("BEGIN; SELECT oak_send('order', 'a', '1')")
            let event = StoreChange.receive(event: Data("2".utf8), version: 1, for: key)
            await expectFailure("55P03", "short") { try await store.commit([event], under: lease, at: now) }
            try await other.script("COMMIT")
            _ = try await store.commit([event], under: lease, at: now)
            let events = try await store.inbox(of: key, after: 0, limit: 10)
            #expect(events.map { String(decoding: $0.event, as: UTF8.self) } == ["1", "2"])
        }

        @Test("A connection that was lost is made again")
        func lost() async throws {
            let (database, store, _, lease) = try await opened()
            for round in 1...3 {
                _ = try await store.commit([create("\(round)")], under: lease, at: now)
                try await database.script(
                    """
                    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
                    WHERE application_name = '\(store.name)'
                    """)
                #expect(try await store.list(InstanceQuery()).count == round)
            }
            #expect(try await store.renew([lease], of: lease.owner, at: now).contains(lease))
        }

        @Test("A reader that is cancelled waits no longer")
        func cancelled() async throws {
            let database = try await TestDatabase()
            let (store, other) = (database.store(), PostgresConnection(database.settings, name: "test"))
            _ = try await lease(in: store)
            try await other.script("BEGIN; LOCK TABLE instance IN ACCESS EXCLUSIVE MODE")
            let reading = Task { try await store.list(InstanceQuery()) }
            let waits = "SELECT FROM pg_locks WHERE NOT granted AND relation = ''instance''::regclass"
            try await other.script("DO 'BEGIN WHILE NOT EXISTS (\(waits)) LOOP END LOOP; END'")
            reading.cancel()
            #expect(await "\(reading.result)".contains("57014"))
            try await other.script("COMMIT")
            #expect(try await store.list(InstanceQuery()).isEmpty)
        }

        @Test("D25 Events of which the owner was told by a lost answer are told again, in their order")
        func lostAnswer() async throws {
            let (_, first, second, lease) = try await opened()
            _ = try await first.commit([create("a")], under: lease, at: now)
            func told() async throws -> [String] {
                let answers = try await first.commit([.takeArrivals], under: lease, at: now)
                guard case .arrived(let arrivals, .done)? = answers.first else { return ["\(answers)"] }
                return arrivals.notices.map { String(decoding: $0.event?.event ?? Data(), as: UTF8.self) }
            }
            _ = try await send("1", by: second)
            #expect(try await told() == ["1"])
            #expect(try await told() == [])
            // As after a connection that ends within a COMMIT.
            first.shares.inDoubt = [lease.shard]
            _ = try await send("2", by: second)
            let again = try await told()
            #expect(again.filter { !$0.isEmpty } == ["1", "2"], "\(again)")
            #expect(try await told() == [])
        }

        @Test("D25 News of an event that the owner has processed asks it to read nothing")
        func processedBeforeItWasTold() async throws {
            let (_, first, second, lease) = try await opened()
            _ = try await first.commit([create("a")], under: lease, at: now)
            _ = try await send("1", by: second)
            let key = try #require(try await first.instance(name)?.key)
            let event = try #require(try await first.inbox(of: key, after: 0, limit: 1).first)
            let answers = try await first.commit([.skip(event.number, of: key)], under: lease, at: now)
            guard case .arrived(let arrivals, .done)? = answers.first else { return #expect(Bool(false), "\(answers)") }
            #expect(arrivals.notices == [StoredNotice(to: name, .start)])
        }

        // MARK: Leases

        @Test("D25 A process whose lease has passed to another one writes nothing, whatever its clock says")
        func frozen() async throws {
            let (database, first, second, lease) = try await opened()
            try await database.expireLeases()
            let tomorrow = now.addingTimeInterval(86_400)
            let claimed = try await second.claim(by: StoreOwner(name: "the second"), at: tomorrow)
            #expect(claimed.count == 4 && claimed.allSatisfy { $0.generation == 2 && $0.followsCrash })
            await #expect(throws: DurableError.ownershipLost(to: "the second")) {
                try await first.commit([create("a")], under: lease, at: now.addingTimeInterval(-86_400))
            }
            #expect(try await second.list(InstanceQuery()).isEmpty)
        }

        @Test("D25 A lease that has expired, and that nobody has claimed, goes on")
        func expired() async throws {
            let (database, store, _, lease) = try await opened()
            try await database.expireLeases()
            _ = try await store.commit([create("a")], under: lease, at: now)
            #expect(try await store.list(InstanceQuery()).count == 1)
            try await database.expireLeases()
            let activity = QueuedActivity(key: 1, instance: name, activity: "pay", number: 0)
            let page = try await store.takePlaces(
                in: "bank", for: [activity], limits: DurableQueue(), most: 1, under: [lease], at: now)
            #expect(page.activities.isEmpty)
        }

        @Test(
            "D25 The shards of a process that is late belong to the others as soon as they are free, the oldest first")
        func late() async throws {
            let database = try await TestDatabase()
            let (first, second, late) = (database.store(), database.store(), database.store())
            _ = try await late.claim(by: StoreOwner(name: "late"), at: now)
            try await database.script("UPDATE shard SET expires = clock_timestamp() - number * interval '1 s'")
            // A half, because the other process may still work.
            #expect(try await first.claim(by: StoreOwner(), at: now).map(\.shard.number) == [2, 3])
            // Two are late, so that the share is too small in any order of the processes if they count.
            try await database.script(
                """
                UPDATE process SET due = clock_timestamp() - interval '1 s' WHERE name = 'late';
                INSERT INTO process SELECT gen_random_uuid(), name, expires, due FROM process WHERE name = 'late'
                """)
            #expect(try await second.claim(by: StoreOwner(), at: now).map(\.shard.number) == [0, 1])
        }

        @Test("D25 A transaction of an operator that is refused gains no shard")
        func refusedOperator() async throws {
            let database = try await TestDatabase()
            let store = database.store()
            let lease = try await store.claim(StoreShard(1), by: StoreOwner(), at: now)
            try await database.expireLeases()
            _ = try await store.claim(StoreShard(1), by: StoreOwner(name: "the next"), at: now)
            await #expect(throws: DurableError.ownershipLost(to: "the next")) {
                try await store.commit([create("a")], under: lease, at: now)
            }
            let owned = try await store.read("SELECT number FROM shard WHERE owner IS NOT NULL") { $0.int(0) }
            #expect(owned == [1])
        }

        @Test("D25 A process that was frozen within a transaction keeps no shard")
        func frozenWithin() async throws {
            let (database, first, second, lease) = try await opened()
            try await database.expireLeases()
            // Locks as those of a transaction, in a connection that does not end.
            try await first.writer.script("BEGIN; SELECT 1 FROM shard ORDER BY number FOR SHARE")
            let owner = StoreOwner()
            var leases = try await second.claim(by: owner, at: now)
            // The server ends the connection a moment after it was told.
            while leases.isEmpty { leases = try await second.renew(leases, of: owner, at: now) }
            #expect(leases.allSatisfy { $0.generation == 2 })
            await #expect(throws: DurableError.self) { try await first.commit([create("a")], under: lease, at: now) }
        }

        @Test("Behind a pooler, the store works without notifications and prepared statements")
        func pooler() async throws {
            var database = try await TestDatabase()
            database.settings.pooler = .transaction
            let (first, second) = (database.store(), database.store())
            let lease = try await lease(in: first)
            _ = try await first.commit([create("a")], under: lease, at: now)
            let arrivals = first.awaitArrivals()
            let answer = try await send("1", by: second)
            guard case .stored = answer else { return #expect(Bool(false), "\(answer)") }
            for await _ in arrivals { break }
            #expect(first.latestArrival(in: lease.shard) == 1)
            let prepared = try await first.read("SELECT count(*) FROM pg_prepared_statements WHERE name <> ''") {
                $0.int(0)
            }
            #expect(prepared == [0])
        }

        @Test(
            "D25 A host behind a pooler says at the start that it asks for what others have sent",
            arguments: [true, false])
        func poolerIsTold(isBehindPooler: Bool) async throws {
            var database = try await TestDatabase()
            database.settings.pooler = isBehindPooler ? .transaction : .none
            let (told, tell) = AsyncStream.makeStream(of: String.self)
            let host = DurableHost(store: database.store(), observer: { tell.yield("\($0)") })
            try await host.register(Sum.self)
            try await host.open()
            await host.close()
            tell.finish()
            let asks = await told.contains { $0.contains("asks each second") }
            #expect(asks == isBehindPooler)
        }
    }
#endif
