#if Postgres
    import Foundation
    import Oak
    import OakDurable
    import OakTesting
    import Testing

    @testable import OakPostgres

    @Suite(.database) struct PostgresProcessTests {
        /// A process with a clock of its own.
        private struct Process {
            let clock = TestClock()
            let store: PostgresStore
            let host: DurableHost

            init(_ database: TestDatabase) async throws {
                store = database.store()
                host = DurableHost(store: store, clock: .counting(clock, from: Date()), observer: { _ in })
                try await host.register(Family.self)
                try await host.register(Errand.self)
                try await host.register(Sum.self)
                try await host.open()
            }

            /// Lets the host renew its leases, and waits until it has as many shards.
            func renew(until shards: Int, length: TimeInterval) async throws {
                await clock.advance(by: .seconds(length / 3))
                while store.shares.own.count != shards {
                    _ = try await store.read(PostgresStatement("SELECT 1")) { $0.int(0) }
                }
            }
        }

        /// Two processes that share the shards.
        private func pair(_ database: TestDatabase, shards: Int) async throws -> (Process, Process) {
            let length = database.settings.leaseDuration
            let (first, second) = (try await Process(database), try await Process(database))
            try await first.renew(until: shards / 2, length: length)
            try await second.renew(until: shards / 2, length: length)
            return (first, second)
        }

        @Test("D25 A parent hears of all its children, whichever process runs them", arguments: [4, 256])
        func family(shards: Int) async throws {
            let database = try await TestDatabase(shards: shards)
            let (first, second) = try await pair(database, shards: shards)
            let client = DurableClient(store: database.store())
            let family = try await client.start(Family.self, id: "family", initialState: .waiting(errands: 0))
            try await client.send(.begin(errands: 500), to: family)
            try await client.value(of: family)
            #expect(try await client.state(of: family) == .home)
            await first.host.close()
            await second.host.close()
        }

        @Test("D25 A process sends to the instances of others, in order and without doubles")
        func senders() async throws {
            let database = try await TestDatabase()
            let (first, second) = try await pair(database, shards: 4)
            let client = DurableClient(store: database.store())
            let ids = (0..<8).map { DurableID<Sum>("\($0)") }
            for id in ids { try await second.host.start(Sum.self, id: id, initialState: .open(numbers: [])) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (sender, id) in ids.enumerated() {
                    group.addTask {
                        for number in 0..<20 { try await first.host.send(.add(number), to: id) }
                        for number in 20..<40 {
                            let key = "\(sender) \(number)"
                            try await client.send(.add(number), to: id, deduplication: key)
                            try await second.host.send(.add(number), to: id, deduplication: key)
                        }
                        try await client.send(.close, to: id)
                        #expect(try await client.value(of: id) == Array(0..<40))
                        await #expect(throws: DurableError.instanceEnded(id.name)) {
                            try await client.send(.close, to: id)
                        }
                    }
                }
                try await group.waitForAll()
            }
            await #expect(throws: DurableError.unknownInstance(DurableID<Sum>("none").name)) {
                try await client.send(.close, to: "none" as DurableID<Sum>)
            }
            await first.host.close()
            await second.host.close()
        }
    }
#endif
