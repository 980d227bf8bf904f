#if Postgres
    import Foundation
    import Oak
    import OakTesting
    import TestSupport
    import Testing

    @testable import OakDurable
    @testable import OakPostgres

    @Suite(.database) struct PostgresProcessTests {
        /// A process with a clock of its own.
        private struct Process {
            let clock = TestClock()
            let store: PostgresStore
            let host: DurableHost

            init(_ database: TestDatabase, printers: Printers = Printers()) async throws {
                store = database.store()
                var settings = DurableSettings()
                settings.queues = ["printers": DurableQueue(atOnce: 2)]
                host = DurableHost(
                    store: store, clock: .counting(clock, from: Date()), settings: settings, observer: { _ in })
                try await host.register(Page.self, env: printers)
                try await host.register(Family.self)
                try await host.register(Errand.self)
                try await host.register(Sum.self)
                try await host.open()
            }

            /// Lets the host renew its leases, and waits until it has as many shards.
            func renew(until shards: Int, length: TimeInterval) async throws {
                await clock.advance(by: .seconds(length / 3))
                while store.shares.own.count != shards {
                    _ = try await store.read("SELECT 1") { $0.int(0) }
                }
            }
        }

        /// Lets two processes share the shards, beside a client.
        private func withPair(
            shards: Int = 4, printers: Printers = Printers(),
            _ body: (DurableHost, DurableHost, DurableClient) async throws -> Void
        ) async throws {
            let database = try await TestDatabase(shards: shards)
            let length = database.settings.leaseDuration
            let first = try await Process(database, printers: printers)
            let second = try await Process(database, printers: printers)
            for process in [first, second] { try await process.renew(until: shards / 2, length: length) }
            // Its clock goes by itself, and that of a host that asks another one does not.
            try await body(first.host, second.host, DurableClient(store: database.store()))
            for process in [first, second] { await process.host.close() }
        }

        @Test("D25 A parent hears of all its children, whichever process runs them", arguments: [4, 256])
        func family(shards: Int) async throws {
            try await withPair(shards: shards) { _, _, client in
                let family = try await client.start(Family.self, id: "family", initialState: .waiting(errands: 0))
                try await client.send(.begin(errands: 500), to: family)
                try await client.value(of: family)
                #expect(try await client.state(of: family) == .home)
            }
        }

        @Test("D25 The limits of a queue hold for the activities of all processes")
        func queue() async throws {
            let printers = Printers()
            try await withPair(printers: printers) { _, _, client in
                let pages = (0..<60).map { DurableID<Page>("\($0)") }
                for page in pages { try await client.start(Page.self, id: page, initialState: .waiting) }
                for page in pages { try await client.value(of: page) }
                #expect(printers.counts.most == 2)
                #expect(printers.counts.done == 60)
            }
        }

        @Test("D25 A place in a queue is free when the shard of its activity has another owner, or the activity pauses")
        func places() async throws {
            let database = try await TestDatabase(shards: 1)
            let (first, second) = (database.store(), database.store())
            let lease = try #require(try await first.claim(by: StoreOwner(), at: Date()).first)
            func page(_ number: Int) async throws -> QueuedActivity {
                let name = InstanceName(machine: "page", id: "\(number)")
                let new = StoredInstance(
                    InstanceSummary(name: name, version: 1), state: Data("{}".utf8),
                    activities: [StoredActivity(name: "print", number: 0, queue: "printers")])
                let answers = try await first.commit([.create(new)], under: lease, at: Date())
                guard case .created(let key) = answers.first else { throw CancellationError() }
                return QueuedActivity(key: key, instance: name, activity: "print", number: 0)
            }
            let pages = [try await page(0), try await page(1), try await page(2)]
            let limits = DurableQueue(atOnce: 1)
            func take(_ store: PostgresStore, _ lease: StoreLease, _ limits: DurableQueue) async throws -> [Int] {
                let page = try await store.takePlaces(
                    in: "printers", for: pages, limits: limits, most: 3, under: [lease], at: Date())
                #expect((page.next == nil) == (page.activities.count == 3))
                return page.activities.compactMap { Int($0.instance.id) }
            }
            #expect(try await take(first, lease, limits) == [0])
            // It keeps its place.
            #expect(try await take(first, lease, limits) == [0])
            let attempts = StoredAttempts(failed: 1, next: Date(timeIntervalSinceNow: 100), pause: 100)
            _ = try await first.commit([.setAttempts(attempts, of: pages[0])], under: lease, at: Date())
            #expect(try await take(first, lease, limits) == [0])
            _ = try await first.commit([.setStatus(.failed, of: pages[0].key)], under: lease, at: Date())
            #expect(try await take(first, lease, limits) == [1])

            try await database.expireLeases()
            let next = try #require(try await second.claim(by: StoreOwner(), at: Date()).first)
            await #expect(throws: DurableError.self) { try await take(first, lease, limits) }
            #expect(try await take(second, next, limits) == [1])
            // Three have begun within the hour, and none of them an hour ago.
            let rare = DurableQueue(atOnce: 3, starts: 1, perSeconds: 3600)
            #expect(try await take(second, next, rare) == [1, 2])
            _ = try await second.commit([.setStatus(.cancelled, of: pages[1].key)], under: next, at: Date())
            _ = try await second.commit([.setStatus(.running, of: pages[0].key)], under: next, at: Date())
            #expect(try await take(second, next, rare) == [2])
            // One that has its place, and has not begun, counts however long ago that was; so does one that lost it.
            let often = DurableQueue(atOnce: 3, starts: 1, perSeconds: 0)
            #expect(try await take(second, next, often) == [2])
            try await second.noteBeginning(of: pages[2], in: "printers")
            #expect(try await take(second, next, often) == [0, 2])
        }

        @Test("D25 An instance that waits for a newer process has no place in a queue")
        func placeOfOneThatIsLeftAlone() async throws {
            let database = try await TestDatabase(shards: 1)
            let store = database.store()
            for number in 0..<2 {
                let name = InstanceName(machine: "page", id: "new \(number)")
                let new = StoredInstance(
                    InstanceSummary(name: name, version: 2, status: .running), state: Data(#"{"waiting":{}}"#.utf8),
                    activities: [StoredActivity(name: "print", number: 0, queue: "printers")])
                _ = try await store.send(StoredMessage(to: name, .start(new)), deduplication: nil, at: Date())
            }
            let process = try await Process(database)
            let client = DurableClient(store: database.store())
            let page = try await client.start(Page.self, id: "old", initialState: .waiting)
            try await client.value(of: page)
            await process.host.close()
        }

        @Test("D25 A feed has the changes that other processes make")
        func feed() async throws {
            let database = try await TestDatabase()
            let (clock, store) = (TestClock(), database.store())
            let follower = DurableHost(store: store, clock: .counting(clock, from: Date()))
            try await follower.open()
            let process = try await Process(database)
            let pages = Recorder<DurableID<Page>>()
            let following = Task {
                for try await page in follower.changes(of: Page.self) {
                    for change in page.changes { pages.record(change.id) }
                }
            }
            for number in 0..<3 {
                let id = try await process.host.start(Page.self, id: DurableID("\(number)"), initialState: .printed)
                for _ in 0..<1000 where !pages.values.contains(id) {
                    await clock.advance(by: .seconds(1))
                    _ = try await store.read("SELECT 1") { $0.int(0) }
                }
                #expect(pages.values.last == id)
            }
            following.cancel()
            await follower.close()
            await process.host.close()
        }

        @Test("D25 A host lets an operator change the instances of other processes")
        func operators() async throws {
            try await withPair { first, second, client in
                for number in 0..<8 {
                    let id = try await second.start(
                        Sum.self, id: DurableID("\(number)"), initialState: .open(numbers: []))
                    try await first.patch(id, to: .open(numbers: [number]))
                    try await second.send(.add(8), to: id, deduplication: "8")
                    try await second.patch(id) {
                        if case .open(let numbers) = $0 { $0 = .open(numbers: numbers + [9]) }
                    }
                    if number.isMultiple(of: 2) {
                        try await first.cancel(id)
                        await #expect(throws: DurableError.instanceCancelled(id.name)) {
                            try await second.value(of: id)
                        }
                    } else {
                        try await first.send(.close, to: id, deduplication: "close")
                        #expect(Set(try await client.value(of: id)) == [number, 8, 9])
                    }
                }
                let observer = DurableHost(store: client.store)
                try await observer.open()
                let sum: DurableID<Sum> = "7"
                await #expect(throws: DurableError.unregisteredMachine("sum")) { try await observer.cancel(sum) }
                await observer.close()
            }
        }

        @Test("D25 Operators of two processes change the same instances at once")
        func rivals() async throws {
            try await withPair { first, second, client in
                let ids = (0..<4).map { DurableID<Sum>("\($0)") }
                for id in ids { try await first.start(Sum.self, id: id, initialState: .open(numbers: [])) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (number, id) in ids.enumerated().flatMap({ id in (0..<12).map { ($0, id.element) } }) {
                        let host = number.isMultiple(of: 2) ? first : second
                        group.addTask {
                            try await host.patch(id) {
                                if case .open(let numbers) = $0 { $0 = .open(numbers: numbers + [number]) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                for id in ids {
                    try await client.send(.close, to: id)
                    #expect(Set(try await client.value(of: id)) == Set(0..<12))
                }
            }
        }

        @Test("D25 A process sends to the instances of others, in order and without doubles")
        func senders() async throws {
            try await withPair { first, second, client in
                let ids = (0..<8).map { DurableID<Sum>("\($0)") }
                for id in ids { try await second.start(Sum.self, id: id, initialState: .open(numbers: [])) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for (sender, id) in ids.enumerated() {
                        group.addTask {
                            for number in 0..<20 { try await first.send(.add(number), to: id) }
                            for number in 20..<40 {
                                let key = "\(sender) \(number)"
                                try await client.send(.add(number), to: id, deduplication: key)
                                try await second.send(.add(number), to: id, deduplication: key)
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
            }
        }
    }
#endif
