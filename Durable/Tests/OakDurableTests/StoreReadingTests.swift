#if SQLite
    import Foundation
    @testable import OakDurable
    import OakDurableTesting
    import OakTesting
    import TestSupport
    import Testing

    @Suite("Reading and copying a store beside its owner")
    struct StoreReadingTests {
        let folder = TemporaryFolder()

        private func host(_ path: String, acceptsOlder: Bool = false) async throws -> DurableHost {
            try await DurableHost(store: SQLiteStore(path: path, synchronous: .normal, acceptsOlder: acceptsOlder))
                .opened()
        }

        @Test("D21 A store for reading sees each transaction of a running host, and changes nothing")
        func readsBesideHost() async throws {
            let path = folder.path("store.sqlite")
            let reader = SQLiteStore.reading(path: path)
            await #expect(throws: DurableError.notAStore("\(path) does not exist.")) {
                try await reader.list(InstanceQuery())
            }
            let host = try await host(path)
            let id = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            for index in 1...20 {
                try await host.send(.note("\(index)"), to: id)
                #expect(try await reader.instance(id.name)?.number == index)
            }
            #expect(try await reader.journal(of: 1, after: 18, limit: 9).map(\.number) == [19, 20])
            #expect(try await reader.verify().isEmpty)
            await #expect(throws: DurableError.storeIsReadOnly(path)) {
                try await reader.claim(by: StoreOwner(), at: Date())
            }
            await #expect(throws: DurableError.storeIsReadOnly(path)) { try await reader.vacuum() }
            #expect(throws: DurableError.storeIsReadOnly(path)) { try reader.commitAtOnce([], at: Date()) }
            await host.close()
            // Also after the host has closed the file, and while the next one has it.
            #expect(try await reader.instance(id.name)?.number == 20)
            let next = try await self.host(path)
            try await next.send(.note("21"), to: id)
            #expect(try await reader.instance(id.name)?.number == 21)
            #expect(try await SQLiteStore.reading(path: path).instance(id.name)?.number == 21)
            await next.close()
        }

        @Test("D21 A store that a killed process has left can be read before the next host opens it")
        func readsAfterCrash() async throws {
            let path = folder.path("store.sqlite")
            let store = SQLiteStore(path: path)
            let lease = try await store.claim(by: StoreOwner(), at: Date())[0]
            _ = try await store.commit([.create(.sample("a"))], under: lease, at: Date())
            await store.close()
            #expect(try await SQLiteStore.reading(path: path).list(InstanceQuery()).map(\.name.id) == ["a"])
            let host = try await host(path)
            #expect(try await host.list().count == 1)
            await host.close()
        }

        @Test("D21 Other files are not read as stores")
        func otherFiles() async throws {
            let text = folder.path("text")
            try Data("This is no database, but a text.".utf8).write(to: URL(fileURLWithPath: text))
            let empty = folder.path("empty")
            try Data().write(to: URL(fileURLWithPath: empty))
            for path in [text, empty] {
                await #expect { try await SQLiteStore.reading(path: path).list(InstanceQuery()) } throws: { error in
                    if case DurableError.notAStore = error { true } else { false }
                }
            }
        }

        @Test("D21 A backup beside a writing host opens as a store with everything up to one moment")
        func backup() async throws {
            let path = folder.path("store.sqlite")
            let host = try await host(path)
            let id = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            let writing = Task {
                var count = 0
                while !Task.isCancelled {
                    try await host.send(.note("\(count)"), to: id)
                    count += 1
                }
            }
            for index in 0..<3 {
                let before = try await host.log(of: id).count
                let copy = folder.path("copy\(index).sqlite")
                try await SQLiteStore.reading(path: path).backup(to: copy)
                let log = try await check(copy, id)
                #expect(log.count >= before)
                #expect(log == (0..<log.count).map(String.init))
                await #expect(throws: DurableError.fileExists(copy)) {
                    try await SQLiteStore.reading(path: path).backup(to: copy)
                }
            }
            writing.cancel()
            _ = try? await writing.value
            await host.close()
        }

        /// Opens a backup as a store.
        private func check(_ path: String, _ id: DurableID<Probe>) async throws -> [String] {
            #expect(try await SQLiteStore.reading(path: path).verify().isEmpty)
            let next = try await host(path, acceptsOlder: true)
            let log = try await next.log(of: id)
            try await next.send(.note("next"), to: id)
            #expect(try await next.history(of: id, limit: .max).count == log.count + 1)
            await next.close()
            return log
        }

        @Test("D21 A backup takes the place of the store that it was made of, and of the store of the host itself")
        func restore() async throws {
            let path = folder.path("store.sqlite")
            let copy = folder.path("copy.sqlite")
            let store = SQLiteStore(path: path)
            let lease = try await store.claim(by: StoreOwner(), at: Date())[0]
            _ = try await store.commit([.create(.sample("a"))], under: lease, at: Date())
            try await store.backup(to: copy)
            _ = try await store.commit([.create(.sample("b"))], under: lease, at: Date())
            try await store.release([lease], at: Date())
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
            try FileManager.default.moveItem(atPath: copy, toPath: path)
            let restored = SQLiteStore(path: path, acceptsOlder: true)
            let next = try await restored.claim(by: StoreOwner(), at: Date())[0]
            #expect(next.generation > lease.generation)
            #expect(try await restored.list(InstanceQuery()).map(\.name.id) == ["a"])
            try await restored.release([next], at: Date())
        }

        @Test("D21 A vacuum makes the file smaller, and the host goes on")
        func vacuum() async throws {
            let path = folder.path("store.sqlite")
            let store = SQLiteStore(path: path)
            let host = try await DurableHost(store: store).opened()
            let long = String(repeating: "x", count: 100_000)
            for index in 0..<20 {
                try await host.start(
                    Probe.self, id: DurableID("\(index)"), initialState: Probe.State(log: [long], isTerminal: true))
            }
            func pages() async throws -> Int64 { try await store.read { try $0.number("PRAGMA page_count") } }
            let before = try await pages()
            #expect(try await host.removeEnded(before: .distantFuture) == 20)
            try await store.vacuum()
            #expect(try await pages() < before / 2)
            let id = try await host.start(Probe.self, id: "last", initialState: Probe.State())
            try await host.send(.note("1"), to: id)
            #expect(try await store.verify().isEmpty)
            await host.close()
            let next = try await self.host(path)
            #expect(try await next.log(of: id) == ["1"])
            await next.close()
        }
    }
#endif
