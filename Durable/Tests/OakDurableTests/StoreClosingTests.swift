#if SQLite
    import Foundation
    import TestSupport
    import Testing

    @testable import OakDurable

    /// A file after a clean close, and files that have lost transactions.
    struct StoreClosingTests {
        let folder = TemporaryFolder()
        let now = Date(timeIntervalSinceReferenceDate: 0)

        private func path(_ suffix: String = "") -> String { folder.path("store.sqlite" + suffix) }

        private func fill(_ store: SQLiteStore, _ count: Int, from first: Int = 0) async throws -> StoreLease {
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            for number in first..<first + count {
                _ = try await store.commit([.create(.sample("\(number)"))], under: lease, at: now)
            }
            return lease
        }

        private func names(_ store: SQLiteStore) async throws -> Int {
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            let count = try await store.list(InstanceQuery()).count
            try await store.release([lease], at: now)
            return count
        }

        /// Expects a claim to be refused, because the file has less than there was.
        private func expectOlder() async {
            await #expect {
                _ = try await SQLiteStore(path: path()).claim(by: StoreOwner(), at: now)
            } throws: {
                if case DurableError.storeIsOlder = $0 { true } else { false }
            }
        }

        @Test("D6 A closed store is one file that has everything", arguments: [SQLiteStore.Synchronous.full, .normal])
        func oneFile(synchronous: SQLiteStore.Synchronous) async throws {
            let store = SQLiteStore(path: path(), synchronous: synchronous)
            try await store.release([try await fill(store, 20)], at: now)
            let copy = folder.path("copy.sqlite")
            try FileManager.default.copyItem(atPath: path(), toPath: copy)
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path(suffix)) }
            #expect(try await names(SQLiteStore(path: path())) == 20)
            #expect(try await names(SQLiteStore(path: copy)) == 20)
        }

        @Test("D7 A backup beside the log of the file that it replaces is refused, and opens without the log")
        func backupBesideLog() async throws {
            let path = path()
            let first = SQLiteStore(path: path)
            try await first.release([try await fill(first, 20)], at: now)
            try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
            let second = SQLiteStore(path: path)
            try await second.release([try await fill(second, 20, from: 50)], at: now)
            // The process is killed with transactions in the log.
            var crashed: SQLiteStore? = SQLiteStore(path: path)
            if let crashed { _ = try await fill(crashed, 30, from: 100) }
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: path + ".log")
            await crashed?.close()
            crashed = nil
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.copyItem(atPath: path + ".backup", toPath: path)
            try? FileManager.default.removeItem(atPath: path + "-wal")
            try FileManager.default.copyItem(atPath: path + ".log", toPath: path + "-wal")
            for acceptsOlder in [false, true] {
                let store = SQLiteStore(path: path, acceptsOlder: acceptsOlder)
                do {
                    _ = try await store.claim(by: StoreOwner(), at: now)
                    Issue.record("The backup opens with the log of another file.")
                } catch DurableError.notAStore(let reason) {
                    #expect(reason.contains("is the log of another file"))
                }
            }
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            let restored = SQLiteStore(path: path, acceptsOlder: true)
            let lease = try await restored.claim(by: StoreOwner(), at: now)[0]
            #expect(try await restored.list(InstanceQuery()).count == 20)
            // No owner of the lost file has had as great a number.
            #expect(lease.generation > 30)
            try await restored.release([lease], at: now)
        }

        @Test("D6 A file that has lost its log is refused, unless the option accepts it", arguments: [0, 1, 20])
        func lostLog(count: Int) async throws {
            let store = SQLiteStore(path: path())
            _ = try await fill(store, count)
            // As a killed process leaves the files.
            let files = try ["", "-wal", ".lock"].map { ($0, try Data(contentsOf: URL(fileURLWithPath: path($0)))) }
            await store.close()
            for suffix in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path(suffix)) }
            for (suffix, data) in files where suffix != "-wal" {
                try data.write(to: URL(fileURLWithPath: path(suffix)))
            }
            await expectOlder()
            // It is refused again, and what it lacks can be put back.
            try files[1].1.write(to: URL(fileURLWithPath: path("-wal")))
            #expect(try await names(SQLiteStore(path: path())) == count)
        }

        @Test(
            "D6 A backup is opened with the option for it, and from then on without",
            arguments: [SQLiteStore.Synchronous.full, .normal])
        func backup(synchronous: SQLiteStore.Synchronous) async throws {
            let store = SQLiteStore(path: path())
            try await store.release([try await fill(store, 3)], at: now)
            let backup = folder.path("backup.sqlite")
            try FileManager.default.copyItem(atPath: path(), toPath: backup)
            let later = SQLiteStore(path: path())
            let lease = try await later.claim(by: StoreOwner(), at: now)[0]
            _ = try await later.commit([.create(.sample("later"))], under: lease, at: now)
            try await later.release([lease], at: now)
            try FileManager.default.removeItem(atPath: path())
            try FileManager.default.copyItem(atPath: backup, toPath: path())
            await expectOlder()
            let restored = SQLiteStore(path: path(), synchronous: synchronous, acceptsOlder: true)
            _ = try await restored.claim(by: StoreOwner(), at: now)[0]
            #expect(try await restored.list(InstanceQuery()).count == 3)
            // As the end of the process does.
            await restored.close()
            #expect(try await names(SQLiteStore(path: path(), synchronous: synchronous)) == 3)
        }

        @Test(
            "D6 A file that was removed makes place for a new store",
            arguments: [SQLiteStore.Synchronous.full, .normal])
        func removed(synchronous: SQLiteStore.Synchronous) async throws {
            let store = SQLiteStore(path: path(), synchronous: synchronous)
            try await store.release([try await fill(store, 20)], at: now)
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path(suffix)) }
            let new = SQLiteStore(path: path(), synchronous: synchronous)
            _ = try await fill(new, 1)
            await new.close()
            #expect(try await names(SQLiteStore(path: path(), synchronous: synchronous)) == 1)
        }

        @Test("D7 A verification names damaged pages, and rows that do not belong together")
        func verification() async throws {
            let store = SQLiteStore(path: path())
            let lease = try await fill(store, 3)
            #expect(try await store.verify() == [])
            try await store.openFile().outsideTransactions {
                try $0.script(
                    """
                    INSERT INTO inbox (instance, number, version, received, event) VALUES (9, 1, 1, 0, x'');
                    UPDATE instance SET status = 'odd' WHERE key = 2;
                    UPDATE instance SET number = 7 WHERE key = 1;
                    INSERT INTO journal (instance, number, time, cause, version) VALUES (1, 1, 0, 'event', 1);
                    """)
            }
            let faults = try await store.verify()
            #expect(
                faults == [
                    "Instance 9 has rows in the table inbox, and does not exist.", "Instance 2 has an unknown status.",
                    "Instance 2 has a deadline that is parked although the instance runs, or the other way round.",
                    "Instance 1 has another number than the last entry of its journal.",
                    "Instance 9 has an event with a greater number than the store has given.",
                ])
            try await store.openFile().outsideTransactions {
                try $0.script("PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'deadline_due'")
            }
            try await store.release([lease], at: now)
            let next = SQLiteStore(path: path())
            _ = try await next.claim(by: StoreOwner(), at: now)[0]
            #expect(try await next.verify().first?.isEmpty == false)
            await next.close()
        }

        @Test("D11 A file that is refused gets no lock file, and numbers at their limit are an error")
        func refused() async throws {
            try Data("a text".utf8).write(to: URL(fileURLWithPath: path()))
            await #expect(throws: DurableError.self) {
                _ = try await SQLiteStore(path: path()).claim(by: StoreOwner(), at: now)
            }
            #expect(!FileManager.default.fileExists(atPath: path(".lock")))
            try FileManager.default.removeItem(atPath: path())
            for column in ["generation", "last_instance", "last_event", "transactions"] {
                let store = SQLiteStore(path: folder.path(column))
                let lease = try await store.claim(by: StoreOwner(), at: now)[0]
                _ = try await store.commit([.create(.sample("a"))], under: lease, at: now)
                try await store.openFile().outsideTransactions {
                    try $0.script("UPDATE lease SET \(column) = \(Int64.max)")
                }
                await store.close()
                await #expect(throws: DurableError.self) {
                    let lease = try await store.claim(by: StoreOwner(), at: now)[0]
                    let changes = [
                        StoreChange.create(.sample("b")), .receive(event: Data(), version: 1, for: 1),
                    ]
                    _ = try await store.commit(changes, under: lease, at: now)
                }
            }
        }
    }
#endif
