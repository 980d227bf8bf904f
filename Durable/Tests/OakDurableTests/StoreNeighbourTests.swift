#if SQLite && os(Linux)
    import Foundation
    import GRDB
    import Glibc
    import TestSupport
    import Testing

    @testable import OakDurable

    /// A program that has connections of its own to the file of a store.
    struct StoreNeighbourTests {
        private let folder = TemporaryFolder()

        @Test("D7 A claim, a refused claim and a release leave the locks of other connections as they are")
        func locks() async throws {
            let path = folder.path("store.sqlite")
            let now = Date(timeIntervalSinceReferenceDate: 0)
            let first = SQLiteStore(path: path)
            try await first.release(first.claim(by: StoreOwner(), at: now), at: now)
            let neighbour = try DatabasePool(path: path)
            _ = try await neighbour.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM instance") }
            // Open to the end: a file that this process closes frees the locks itself.
            let descriptor = Glibc.open(path, O_RDONLY)
            defer { close(descriptor) }
            #expect(isLocked(descriptor))
            let second = SQLiteStore(path: path)
            let leases = try await second.claim(by: StoreOwner(), at: now)
            #expect(isLocked(descriptor))
            await #expect(throws: DurableError.self) {
                try await SQLiteStore(path: path).claim(by: StoreOwner(), at: now)
            }
            #expect(isLocked(descriptor))
            try await second.release(leases, at: now)
            #expect(isLocked(descriptor))
            try neighbour.close()
        }

        @Test("D23 Rows of the caller and an event become durable together, or not at all")
        func together() async throws {
            let (store, host, neighbour, probe) = try await openForProbe()
            try await neighbour.write { database in
                try database.execute(sql: "CREATE TABLE own (text TEXT)")
                try database.execute(sql: "INSERT INTO own VALUES ('a')")
                try store.send(.note("a"), to: probe, in: database)
            }
            try await host.state(of: probe) { $0.log == ["a"] }
            await #expect(throws: Rollback.self) {
                try await neighbour.write { database in
                    try database.execute(sql: "INSERT INTO own VALUES ('b')")
                    try store.send(.note("b"), to: probe, in: database)
                    throw Rollback()
                }
            }
            try await host.send(.note("c"), to: probe)
            #expect(try await host.log(of: probe) == ["a", "c"])
            #expect(try await neighbour.read { try String.fetchAll($0, sql: "SELECT text FROM own") } == ["a"])
            try await finish(host, neighbour, of: store)
        }

        @Test("D23 Events of transactions and of calls are processed once, those of one sender in their order")
        func order() async throws {
            let (store, host, neighbour) = try await open()
            let (senders, count) = (4, 60)
            for number in 0..<senders {
                try await host.start(Probe.self, id: DurableID("\(number)"), initialState: Probe.State())
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for sender in 0..<senders {
                    group.addTask {
                        for number in 0..<count {
                            for target in 0..<senders where (number + sender + target) % 2 == 0 {
                                let (event, probe) = (Probe.Event.note("\(sender) \(number)"), "\(target)")
                                if (number / 3 + target) % 2 == 0 {
                                    try await host.send(event, to: DurableID<Probe>(probe))
                                } else {
                                    try await neighbour.write {
                                        try store.send(event, to: DurableID<Probe>(probe), in: $0)
                                    }
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            for target in 0..<senders {
                let log = try await host.state(of: DurableID<Probe>("\(target)")) {
                    $0.log.count == senders * count / 2
                }.log
                for sender in 0..<senders {
                    let expected = (0..<count).filter { ($0 + sender + target) % 2 == 0 }.map { "\(sender) \($0)" }
                    #expect(log.filter { $0.hasPrefix("\(sender) ") } == expected)
                }
            }
            try await finish(host, neighbour, of: store)
        }

        @Test(
            "D23 A sender's event comes after all of its transaction, however many there are", arguments: [100, 1200])
        func many(count: Int) async throws {
            let (store, host, neighbour, probe) = try await openForProbe()
            try await neighbour.write { database in
                for number in 0..<count { try store.send(.note("\(number)"), to: probe, in: database) }
            }
            try await host.send(.note("\(count)"), to: probe)
            let log = try await host.state(of: probe) { $0.log.count > count }.log
            #expect(log == (0...count).map(String.init))
            try await finish(host, neighbour, of: store)
        }

        @Test("D23 The next transaction of the owner tells it of an event before it stores another")
        func overtaken() async throws {
            let store = SQLiteStore(path: folder.path("store.sqlite"), synchronous: .normal)
            let lease = try await store.claim(by: StoreOwner(), at: Date())[0]
            let probe: DurableID<Probe> = "1"
            let new = StoredInstance(InstanceSummary(name: probe.name, version: 1), state: Data("{}".utf8))
            guard case .created(let key) = try await store.commit([.create(new)], under: lease, at: Date()).first else {
                return #expect(Bool(false))
            }
            let neighbour = try DatabasePool(path: store.path)
            try await neighbour.write { try store.send(.note("a"), to: probe, in: $0) }
            let later = StoreChange.receive(event: Data("b".utf8), version: 1, for: key)
            let answers = try await store.commit([later, later], under: lease, at: Date())
            guard case .arrived(let arrivals, .stored(let first)) = answers[0], case .stored(let second) = answers[1],
                let earlier = arrivals.notices.first?.event
            else { return #expect(Bool(false), "\(answers)") }
            #expect(arrivals.latest == store.latestArrival(in: .first) && arrivals.notices.count == 1)
            #expect(earlier.number < first && first < second)
            #expect(
                try await store.inbox(of: key, after: 0, limit: 9).map(\.number) == [earlier.number, first, second])
            // Once is enough.
            guard case .stored = try await store.commit([later], under: lease, at: Date()).first else {
                return #expect(Bool(false))
            }
            try neighbour.close()
            try await store.release([lease], at: Date())
        }

        @Test("D23 Events are taken, and numbers go on, after a transaction of the host could not be committed")
        func failedCommit() async throws {
            let (store, host, neighbour, probe) = try await openForProbe()
            // The commits of a connection that checks foreign keys fail.
            try await store.openFile().outsideTransactions { try $0.script("PRAGMA foreign_keys = ON") }
            try await neighbour.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE parent (id INTEGER PRIMARY KEY);
                        CREATE TABLE child (parent INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
                        CREATE TRIGGER refusal AFTER UPDATE OF transactions ON lease BEGIN
                            INSERT INTO child VALUES (1);
                        END;
                        """)
                for number in 0..<3 { try store.send(.note("\(number)"), to: probe, in: database) }
            }
            await #expect(throws: DurableError.self) { try await host.send(.note("lost"), to: probe) }
            try await neighbour.write { try $0.execute(sql: "DROP TRIGGER refusal") }
            try await host.send(.note("3"), to: probe, deduplication: "3")
            try await neighbour.write { try store.send(.note("4"), to: probe, in: $0) }
            try await host.send(.note("5"), to: probe)
            #expect(try await host.state(of: probe) { $0.log.count == 6 }.log == (0..<6).map(String.init))
            try await finish(host, neighbour, of: store)
        }

        @Test("D23 An event that could not be stored leaves nothing behind in a transaction that goes on")
        func nothingBehind() async throws {
            let (store, host, neighbour, probe) = try await openForProbe()
            try await neighbour.write { database in
                try database.execute(
                    sql: """
                        CREATE TRIGGER refusal BEFORE INSERT ON inbox BEGIN SELECT RAISE(ABORT, 'no room'); END;
                        """)
                #expect(throws: DurableError.self) {
                    try store.send(.note("a"), to: probe, deduplication: "a", in: database)
                }
                try database.execute(sql: "DROP TRIGGER refusal")
            }
            try await host.send(.note("a"), to: probe, deduplication: "a")
            #expect(try await host.state(of: probe) { !$0.log.isEmpty }.log == ["a"])
            try await finish(host, neighbour, of: store)
        }

        @Test("D23 A connection to a file that another has replaced is refused")
        func replaced() async throws {
            let (store, host, neighbour, probe) = try await openForProbe()
            await host.close()
            _ = try await neighbour.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM instance") }
            try FileManager.default.copyItem(atPath: store.path, toPath: folder.path("copy"))
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + suffix) }
            try FileManager.default.moveItem(atPath: folder.path("copy"), toPath: store.path)
            let other = SQLiteStore(path: store.path)
            let lease = try await other.claim(by: StoreOwner(), at: Date())
            let error = await #expect(throws: DurableError.self) {
                try await neighbour.write { try other.send(.note("lost"), to: probe, in: $0) }
            }
            guard case .notAStore = error else { return #expect(Bool(false), "\(String(describing: error))") }
            try await other.release(lease, at: Date())
            try? neighbour.close()
        }

        @Test("D24 The payloads of a macrostep are encoded once, whichever way the store commits it")
        func once() async throws {
            let codec = UnlikeCodec()
            let store = EncodedStore(
                SQLiteStore(path: folder.path("store.sqlite"), synchronous: .normal), codec: codec)
            let host = try await DurableHost(store: store).opened()
            let probe = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            for number in 0..<40 {
                let before = codec.encodings
                try await host.send(.note("\(number)"), to: probe)
                // The state, and the event and the output in the journal.
                #expect(codec.encodings == before + 3)
            }
            await host.close()
        }

        @Test("D23 An event that the host has not taken is found by the next one, and one with a known key is ignored")
        func next() async throws {
            let (store, host, neighbour, probe) = try await openForProbe()
            try await host.send(.note("a"), to: probe, deduplication: "key")
            await host.close()
            let lease = try await store.claim(by: StoreOwner(), at: Date())[0]
            try await neighbour.write { database in
                try store.send(.note("b"), to: probe, deduplication: "key", in: database)
                try store.send(.note("c"), to: probe, deduplication: "other", in: database)
                try store.send(.note("d"), to: probe, deduplication: "other", in: database)
            }
            try await store.release([lease], at: Date())
            let other = try await DurableHost(store: SQLiteStore(path: store.path)).opened()
            try await other.state(of: probe) { $0.log == ["a", "c"] }
            await other.close()
            try neighbour.close()
        }

        @Test("D23 An event without an instance, a transaction, a host or the right file is refused")
        func refused() async throws {
            let (store, host, neighbour, probe) = try await openForProbe()
            try await host.send(.end("over"), to: probe)
            _ = try await host.value(of: probe)
            func error(_ id: String, in pool: DatabasePool) async -> DurableError? {
                do {
                    try await pool.write { try store.send(.note("a"), to: DurableID<Probe>(id), in: $0) }
                    return nil
                } catch { return error as? DurableError }
            }
            #expect(await error("1", in: neighbour) == .instanceEnded(probe.name))
            #expect(await error("2", in: neighbour) == .unknownInstance(InstanceName(machine: "probe", id: "2")))
            let stranger = try DatabasePool(path: folder.path("other.sqlite"))
            guard case .notAStore = await error("1", in: stranger) else { return #expect(Bool(false)) }
            try await host.start(Probe.self, id: "3", initialState: Probe.State())
            await #expect(throws: DurableError.self) {
                try await neighbour.writeWithoutTransaction {
                    try store.send(.note("a"), to: DurableID<Probe>("3"), in: $0)
                }
            }
            await host.close()
            guard case .storeFailed = await error("3", in: neighbour) else { return #expect(Bool(false)) }
            try neighbour.close()
        }

        /// A store, its host, and a connection of the program's own to its file.
        private func open() async throws -> (SQLiteStore, DurableHost, DatabasePool) {
            let store = SQLiteStore(path: folder.path("store.sqlite"), synchronous: .normal)
            let host = try await DurableHost(store: store, settings: .patient).opened()
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            return (store, host, try DatabasePool(path: store.path, configuration: configuration))
        }

        /// The same, and a probe.
        private func openForProbe() async throws -> (SQLiteStore, DurableHost, DatabasePool, DurableID<Probe>) {
            let (store, host, neighbour) = try await open()
            let probe = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            return (store, host, neighbour, probe)
        }

        /// Closes both, and verifies the file.
        private func finish(_ host: DurableHost, _ neighbour: DatabasePool, of store: SQLiteStore) async throws {
            await host.close()
            try neighbour.close()
            #expect(try await SQLiteStore.reading(path: store.path).verify().isEmpty)
        }

        private struct Rollback: Error {}

        /// Whether a connection has locked the file: a lock of the file's description conflicts also with one of the
        /// same process.
        private func isLocked(_ descriptor: CInt) -> Bool {
            var lock = flock()
            (lock.l_type, lock.l_whence) = (Int16(F_WRLCK), Int16(SEEK_SET))
            // The bytes that the file format of SQLite reserves for locks.
            (lock.l_start, lock.l_len) = (0x4000_0000, 512)
            // F_OFD_GETLK, which is not imported.
            guard fcntl(descriptor, 36, &lock) == 0 else { return false }
            return lock.l_type != Int16(F_UNLCK)
        }
    }
#endif
