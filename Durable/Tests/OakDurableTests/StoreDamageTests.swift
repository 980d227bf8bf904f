#if SQLite
    import Foundation
    import GRDB
    @testable import OakDurable
    import OakTesting
    import Testing

    @Suite("Damage to a store in SQLite")
    struct StoreDamageTests {
        let folder = TemporaryFolder()
        let now = Date(timeIntervalSince1970: 1_700_000_000)

        /// Makes a store of some instances, which no process has open.
        private func makeStore(instances: Int = 200) async throws -> String {
            let store = SQLiteStore(path: folder.path("store.sqlite"), synchronous: .normal)
            let lease = try await store.claim(by: StoreOwner(name: "the first"), at: now)[0]
            let changes = (0..<instances).map { StoreChange.create(.sample("\($0)")) }
            _ = try await store.commit(changes, under: lease, at: now)
            try await store.release([lease], at: now)
            return store.path
        }

        private func alter(_ path: String, _ sql: String) throws {
            try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: sql) }
        }

        /// Expects a claim to be refused, and file and log to stay as they are, byte by byte.
        private func expectRefusal(
            of path: String, _ isExpected: (DurableError) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let files = ["", "-wal", "-journal"].map { path + $0 }
            // SQLite may leave an empty log where none was.
            let before = files.map { FileManager.default.contents(atPath: $0) ?? Data() }
            do {
                _ = try await SQLiteStore(path: path).claim(by: StoreOwner(), at: now)
                Issue.record("it is not refused", sourceLocation: sourceLocation)
            } catch let error as DurableError {
                let isRight = isExpected(error)
                #expect(isRight, "\(error)", sourceLocation: sourceLocation)
            }
            let after = files.map { FileManager.default.contents(atPath: $0) ?? Data() }
            #expect(before == after, "the files have changed", sourceLocation: sourceLocation)
        }

        private func isNotAStore(_ error: DurableError) -> Bool {
            if case .notAStore = error { true } else { false }
        }

        @Test("A file that is not a database is refused and left unchanged")
        func foreignFiles() async throws {
            let path = folder.path("foreign.sqlite")
            let short = [1, 33, 99, 511].map { String(repeating: "\n", count: $0) }
            for contents in short + [
                "text", String(repeating: "text ", count: 10_000), "SQLite format 3\0 and no more",
            ] {
                try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
                try await expectRefusal(of: path, isNotAStore)
            }
        }

        @Test("A database of another program is refused and left unchanged")
        func foreignDatabases() async throws {
            for (index, sql) in [
                "CREATE TABLE instance (id INTEGER)", "PRAGMA application_id = 7", "PRAGMA user_version = 1",
                "PRAGMA application_id = \(StoreSchema.applicationID); PRAGMA user_version = -1",
            ].enumerated() {
                let path = folder.path("\(index).sqlite")
                try alter(path, sql)
                try await expectRefusal(of: path, isNotAStore)
            }
        }

        @Test("A store of a newer program is refused and left unchanged, with or without a log")
        func newer() async throws {
            let path = try await makeStore()
            try alter(path, "PRAGMA user_version = 7")
            try await expectRefusal(of: path) { $0 == .storeTooNew(schema: 7, supported: StoreSchema.current.version) }
            try alter(path, "PRAGMA journal_mode = DELETE")
            try await expectRefusal(of: path) { $0 == .storeTooNew(schema: 7, supported: StoreSchema.current.version) }
            // The newer program was killed, so only its log contains the version.
            try alter(path, "PRAGMA user_version = 1")
            let copy = folder.path("copy.sqlite")
            let other = try DatabasePool(path: path)
            try await other.write { try $0.execute(sql: "PRAGMA user_version = 8") }
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            try await expectRefusal(of: copy) { $0 == .storeTooNew(schema: 8, supported: StoreSchema.current.version) }
        }

        @Test("D7 A truncated store is refused and left unchanged", arguments: [0, 50, 512, 4_096, 20_000])
        func truncated(length: Int) async throws {
            let path = try await makeStore()
            let whole = try #require(FileManager.default.contents(atPath: path))
            try #require(whole.count > length)
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            try await expectRefusal(of: path, isNotAStore)
        }

        @Test("The unfinished transaction of a killed process is undone, in any journal mode")
        func unfinished() async throws {
            let (path, copy) = (try await makeStore(instances: 20), folder.path("copy.sqlite"))
            try alter(path, "PRAGMA journal_mode = DELETE")
            try DatabaseQueue(path: path).inDatabase { database in
                try database.execute(sql: "PRAGMA cache_size = 1; BEGIN; UPDATE instance SET state = zeroblob(9999)")
                for suffix in ["", "-journal"] {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                }
                try database.execute(sql: "ROLLBACK")
            }
            let store = SQLiteStore(path: copy)
            _ = try await store.claim(by: StoreOwner(), at: now)[0]
            for summary in try await store.list(InstanceQuery()) {
                #expect(try await store.instance(summary.name)?.state == Data("state".utf8))
            }
        }

        /// A file as a process leaves it which is killed while it writes the first page, with its journal.
        private func makeUnfinished(_ name: String, pages: UInt8 = 0, _ sql: String = "", length: Int = 4_096) throws
            -> String
        {
            let path = folder.path(name)
            try alter(path, "PRAGMA journal_mode = WAL; PRAGMA user_version = 0; PRAGMA journal_mode = DELETE; \(sql)")
            let page = try #require(FileManager.default.contents(atPath: path)).prefix(length)
            try page.write(to: URL(fileURLWithPath: path))
            var journal = Data([0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7])
            journal += [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, pages, 0, 0, 2, 0, 0, 0, 0x10, 0]
            journal += Data(count: 512 - journal.count)
            try journal.write(to: URL(fileURLWithPath: path + "-journal"))
            return path
        }

        @Test("A store whose creation was interrupted by a kill can be claimed", arguments: [4_096, 300, 7])
        func created(length: Int) async throws {
            let store = SQLiteStore(path: try makeUnfinished("new.sqlite", length: length))
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            #expect(
                try await store.commit([.create(.sample("a"))], under: lease, at: now) == [.created(1)])
        }

        @Test("D7 A process that was killed before its store had contents leaves nothing that the next one refuses")
        func killedAtBirth() async throws {
            let path = folder.path("store.sqlite")
            // The lock is there, and the file is empty: another process began to create the store, or created it anew.
            for lock in ["", "0000000000000000000\n"] {
                try Data().write(to: URL(fileURLWithPath: path))
                try Data(lock.utf8).write(to: URL(fileURLWithPath: path + ".lock"))
                let store = SQLiteStore(path: path)
                let lease = try await store.claim(by: StoreOwner(), at: now)
                try await store.release(lease, at: now)
                try FileManager.default.removeItem(atPath: path)
            }
            // A store that had contents is not mistaken for one that begins, nor if a process was opening it then.
            for lock in ["0000000000000000000\nthe first", "0000000000000000000\na process that is opening it"] {
                try Data().write(to: URL(fileURLWithPath: path))
                try Data(lock.utf8).write(to: URL(fileURLWithPath: path + ".lock"))
                for _ in 0..<2 { try await expectRefusal(of: path, isNotAStore) }
            }
        }

        @Test("An unfinished transaction of another or a newer program is refused and left unchanged")
        func unfinishedForeign() async throws {
            let newer = "PRAGMA application_id = \(StoreSchema.applicationID); PRAGMA user_version = 7"
            for (index, sql) in ["CREATE TABLE t (a)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"]
                .enumerated()
            {
                for pages in [0, 1] as [UInt8] {
                    try await expectRefusal(
                        of: makeUnfinished("\(index) \(pages).sqlite", pages: pages, sql), isNotAStore)
                }
            }
            try await expectRefusal(of: makeUnfinished("newer.sqlite", pages: 1, newer)) {
                $0 == .storeTooNew(schema: 7, supported: StoreSchema.current.version)
            }
            let text = try makeUnfinished("text.sqlite")
            try Data("a text".utf8).write(to: URL(fileURLWithPath: text))
            try await expectRefusal(of: text, isNotAStore)
        }

        @Test("D7 A log without its file is refused and left unchanged")
        func lostFile() async throws {
            let path = folder.path("store.sqlite")
            let store = SQLiteStore(path: path)
            _ = try await store.claim(by: StoreOwner(), at: now)[0]
            let log = folder.path("kept-wal")
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: log)
            await store.close()
            for file in [path, path + "-wal", path + ".lock"] { try? FileManager.default.removeItem(atPath: file) }
            try FileManager.default.copyItem(atPath: log, toPath: path + "-wal")
            try await expectRefusal(of: path, isNotAStore)
        }

        @Test("D7 Random bytes in a store cause an error or no change in the rows that are read")
        func random() async throws {
            let path = try await makeStore()
            let whole = try #require(FileManager.default.contents(atPath: path))
            for seed in UInt64(1)...40 {
                var random = SeededGenerator(seed: seed)
                var bytes = whole
                // From the second page on; the first has the schema, whose damage is refused above.
                let start = Int.random(in: 4_096..<(whole.count - 512), using: &random)
                for index in start..<(start + 512) { bytes[index] = UInt8.random(in: 0...255, using: &random) }
                for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
                try bytes.write(to: URL(fileURLWithPath: path))
                let store = SQLiteStore(path: path, synchronous: .normal)
                do {
                    let lease = try await store.claim(by: StoreOwner(), at: now)[0]
                    for summary in try await store.list(InstanceQuery(limit: 1_000)) {
                        _ = try await store.instance(summary.name)
                    }
                    _ = try await store.deadlines(in: [.first], after: nil, limit: 1_000)
                    _ = try await store.commit(
                        [.create(.sample("new")), .step(.sample(1, of: 1))], under: lease, at: now)
                } catch is DurableError {
                    // Damage that SQLite notices; any other error, or the end of the process, fails the test.
                }
                await store.close()
            }
        }

        @Test("D7 A row that was changed by hand harms no other instance")
        func rows() async throws {
            let path = try await makeStore(instances: 3)
            try alter(
                path,
                """
                UPDATE instance SET state = x'00FF', status = 'asleep' WHERE key = 1;
                UPDATE instance SET state = 'text', version = 'seven', number = 1.5 WHERE key = 2;
                UPDATE deadline SET policy = 'never', due = 'soon' WHERE instance = 2;
                """)
            let store = SQLiteStore(path: path)
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            let list = try await store.list(InstanceQuery())
            #expect(list.map(\.status) == [.failed, .running, .running])
            #expect(list.map(\.problem) == ["The store has an unknown status: asleep", nil, nil])
            #expect(try await store.instance(list[0].name)?.state == Data([0, 255]))
            #expect(try await store.instance(list[1].name)?.state == Data("text".utf8))
            let steps = (1...3).map { StoreChange.step(.sample(1, of: $0)) }
            #expect(
                try await store.commit(steps, under: lease, at: now) == [.conflict, .conflict, .done])
            // Another start makes it well again.
            let change = StoreChange.setStatus(.running, of: 1)
            #expect(try await store.commit([change], under: lease, at: now) == [.done])
            #expect(try await store.instance(list[0].name)?.status == .running)
        }

        @Test("A full disk fails the transaction as a whole, and the store works again once it has space")
        func full() async throws {
            let store = SQLiteStore(path: try await makeStore(instances: 3))
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            try await store.openFile().outsideTransactions { try $0.script("PRAGMA max_page_count = 1") }
            var large = StoredInstance.sample("large")
            large.state = Data(count: 1_048_576)
            let changes: [StoreChange] = [.step(.sample(1, of: 1)), .create(large), .step(.sample(1, of: 2))]
            let error = await #expect(throws: DurableError.self) {
                _ = try await store.commit(changes, under: lease, at: now)
            }
            #expect(
                error == .storeFailed("SQLite: database or disk is full (extended result code 13)"), "\(error as Any)")
            #expect(try await store.list(InstanceQuery()).map(\.number) == [0, 0, 0])
            try await store.openFile().outsideTransactions { try $0.script("PRAGMA max_page_count = 1000000") }
            #expect(
                try await store.commit(changes, under: lease, at: now) == [.done, .created(4), .done])
        }

        @Test("A closed connection is an error, and the next claim reopens the file")
        func disconnected() async throws {
            let store = SQLiteStore(path: try await makeStore(instances: 3))
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            try store.openFile().disconnect()
            let closed = DurableError.storeFailed("The connection to the file is closed.")
            await #expect(throws: closed) { _ = try await store.commit([], under: lease, at: now) }
            await #expect(throws: DurableError.self) { _ = try await store.list(InstanceQuery()) }
            await #expect(throws: DurableError.self) { try await store.release([lease], at: now) }
            let next = try await store.claim(by: StoreOwner(), at: now)[0]
            #expect(try await store.commit([.step(.sample(1, of: 1))], under: next, at: now) == [.done])
        }

        @Test("Removing or replacing the file or the log of an open store is an error", arguments: ["", "-wal"])
        func removed(suffix: String) async throws {
            let store = SQLiteStore(path: try await makeStore(instances: 3))
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            try FileManager.default.removeItem(atPath: store.path + suffix)
            for _ in 1...2 {
                let error = await #expect(throws: DurableError.self) {
                    _ = try await store.commit([.step(.sample(1, of: 1))], under: lease, at: now)
                }
                #expect("\(error as Any)".contains("was removed or replaced"))
                await #expect(throws: DurableError.self) { _ = try await store.list(InstanceQuery()) }
                try Data("other".utf8).write(to: URL(fileURLWithPath: store.path + suffix))
            }
        }
    }
#endif
