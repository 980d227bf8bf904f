#if SQLite
    import Foundation
    @testable import OakDurable
    import Testing

    @Suite("Ownership of a store in SQLite")
    struct StoreOwnershipTests {
        let folder = TemporaryFolder()
        let now = Date(timeIntervalSince1970: 1_700_000_000)

        @Test("D5 A second store on the file is refused with the name of the first, under any path")
        func second() async throws {
            let path = folder.path("store.sqlite")
            let first = SQLiteStore(path: path)
            let lease = try await first.claim(by: StoreOwner(name: "the first"), at: now)[0]
            let link = folder.path("link.sqlite")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            for path in [path, link] {
                await #expect(throws: DurableError.storeInUse(by: "the first")) {
                    _ = try await SQLiteStore(path: path).claim(by: StoreOwner(name: "the second"), at: now)
                }
            }
            #expect(try await first.commit([], under: lease, at: now) == [])
            try await first.release([lease], at: now)
            let next = try await SQLiteStore(path: link).claim(by: StoreOwner(name: "the second"), at: now)[0]
            #expect(next.generation > lease.generation)
        }

        @Test("A lock names no former owner while the next one opens the store")
        func opening() throws {
            let path = folder.path("store.sqlite.lock")
            try "0000000000000000000\nthe former owner".write(toFile: path, atomically: true, encoding: .utf8)
            let lock = try StoreLock(path: path)
            #expect(lock.isFormer)
            for (name, seen) in [(nil, "a process that is opening it"), ("the next", "the next")] {
                if let name { lock.name(name) }
                #expect(throws: DurableError.storeInUse(by: seen)) { _ = try StoreLock(path: path) }
            }
            // As a process that this one starts, until it runs its program.
            let copies = (3..<1_000 as Range<CInt>).filter { copied in
                FileIdentity { fstat(copied, &$0) } == FileIdentity { stat(path, &$0) }
            }.map { dup($0) }
            lock.unlock()
            _ = try StoreLock(path: path)
            for copy in copies { close(copy) }
        }

        private static let flock = "/usr/bin/flock"

        @Test(
            "A store with a frozen owner is refused until the owner is killed",
            .enabled(if: FileManager.default.isExecutableFile(atPath: Self.flock)))
        func frozen() async throws {
            let path = folder.path("store.sqlite")
            try "0000000000000000000\na frozen process".write(toFile: path + ".lock", atomically: true, encoding: .utf8)
            let owner = Process()
            let (input, output) = (Pipe(), Pipe())
            owner.executableURL = URL(fileURLWithPath: Self.flock)
            owner.arguments = ["--no-fork", path + ".lock", "/bin/sh", "-c", "echo locked; read line"]
            (owner.standardInput, owner.standardOutput) = (input, output)
            try owner.run()
            #expect(output.fileHandleForReading.readData(ofLength: 6).count == 6)
            kill(owner.processIdentifier, SIGSTOP)
            let store = SQLiteStore(path: path)
            await #expect(throws: DurableError.storeInUse(by: "a frozen process")) {
                _ = try await store.claim(by: StoreOwner(), at: now)[0]
            }
            kill(owner.processIdentifier, SIGKILL)
            owner.waitUntilExit()
            #expect(try await store.claim(by: StoreOwner(), at: now)[0].generation == 1)
        }

        @Test("D5 A store that has lost its lock file is protected by the generation of its lease")
        func fenced() async throws {
            let path = folder.path("store.sqlite")
            let first = SQLiteStore(path: path)
            let lease = try await first.claim(by: StoreOwner(name: "the first"), at: now)[0]
            try FileManager.default.removeItem(atPath: path + ".lock")
            let second = SQLiteStore(path: path)
            let next = try await second.claim(by: StoreOwner(name: "the second"), at: now)[0]
            await #expect(throws: DurableError.ownershipLost(to: "the second")) {
                _ = try await first.commit([.create(.sample("a"))], under: lease, at: now)
            }
            #expect(
                try await second.commit([.create(.sample("a"))], under: next, at: now) == [.created(1)])
        }

        @Test("D5 A store without an owner neither reads nor writes")
        func closed() async throws {
            let store = SQLiteStore(path: folder.path("store.sqlite"))
            let error = DurableError.storeFailed("\(store.path) is not open. Claim the store first.")
            await #expect(throws: error) { _ = try await store.list(InstanceQuery()) }
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            try await store.release([lease], at: now)
            await #expect(throws: error) { _ = try await store.commit([], under: lease, at: now) }
            try await store.release([lease], at: now)
        }

        @Test("A failure to open a store states its reason, and a later claim can succeed")
        func impossible() async throws {
            let missing = SQLiteStore(path: folder.path("missing/store.sqlite"))
            let error = await #expect(throws: DurableError.self) {
                _ = try await missing.claim(by: StoreOwner(), at: now)[0]
            }
            #expect("\(try #require(error))".contains("No such file or directory"))
            let path = folder.path("store.sqlite")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let store = SQLiteStore(path: path)
            await #expect(throws: DurableError.self) { _ = try await store.claim(by: StoreOwner(), at: now)[0] }
            try FileManager.default.removeItem(atPath: path)
            #expect(try await store.claim(by: StoreOwner(), at: now)[0].lastSeen == nil)
        }

        @Test("A cancelled task still commits")
        func cancelled() async throws {
            let store = SQLiteStore(path: folder.path("store.sqlite"))
            let lease = try await store.claim(by: StoreOwner(), at: now)[0]
            let task = Task { [now] in
                while !Task.isCancelled { await Task.yield() }
                return try await store.commit([.create(.sample("a"))], under: lease, at: now)
            }
            task.cancel()
            #expect(try await task.value == [.created(1)])
            #expect(try await store.list(InstanceQuery()).map(\.name.id) == ["a"])
        }
    }

    extension StoredInstance {
        static func sample(_ id: String) -> StoredInstance {
            StoredInstance(
                InstanceSummary(name: InstanceName(machine: "order", id: id), version: 1), state: Data("state".utf8),
                deadlines: [
                    StoredDeadline(
                        name: "d", number: 0, due: Date(timeIntervalSince1970: 1_700_000_060), duration: 60,
                        policy: .original, version: 1, event: Data("due".utf8))
                ])
        }
    }

    extension StoredStep {
        static func sample(_ number: Int, of key: InstanceKey, consumed: EventNumber? = nil) -> StoredStep {
            StoredStep(
                instance: key, version: 1, state: Data("state \(number)".utf8), consumed: consumed,
                journal: JournalEntry(
                    number: number, time: Date(timeIntervalSince1970: 1_700_000_000), cause: .event, version: 1))
        }
    }
#endif
