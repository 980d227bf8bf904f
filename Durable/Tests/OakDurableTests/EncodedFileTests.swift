#if SQLite
    import Foundation
    import GRDB
    import Oak
    @testable import OakDurable
    import OakDurableTesting
    import TestSupport
    import Testing

    @Suite("D24 A codec over a file")
    struct EncodedFileTests {
        let folder = TemporaryFolder()

        @Test("D24 A file with a codec keeps the laws of stores")
        func laws() async {
            await checkLaws(ofStore: "EncodedStore") { store in
                await store.base.close()
                return EncodedStore(SQLiteStore(path: store.base.path), codec: store.codec)
            } make: { [folder] in
                EncodedStore(SQLiteStore(path: folder.path("\(UUID()).sqlite")), codec: XorRing(current: nil))
            }
        }

        @Test("D24 A file whose codec encodes nothing twice alike is sound, and its copy needs the codec, too")
        func copy() async throws {
            let (path, copy) = (folder.path("store.sqlite"), folder.path("copy.sqlite"))
            let store = SQLiteStore(path: path)
            let host = try await DurableHost(store: EncodedStore(store, codec: UnlikeCodec())).opened()
            let id = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            for text in ["a", "b"] { try await host.send(.note(text), to: id) }
            try await store.backup(to: copy)
            #expect(try await store.verify() == [])
            await host.close()

            let copied = SQLiteStore(path: copy, acceptsOlder: true)
            let next = try await DurableHost(store: EncodedStore(copied, codec: UnlikeCodec())).opened()
            #expect(try await next.log(of: id) == ["a", "b"])
            #expect(try await copied.verify() == [])
            await next.close()
        }

        @Test("D23 D24 An event in a transaction is encoded, and one without a key leaves its instance alone")
        func arrivals() async throws {
            let path = folder.path("store.sqlite")
            let problems = Recorder<String>()
            let store = EncodedStore(SQLiteStore(path: path), codec: XorRing.keys(2))
            let host = DurableHost(store: store) { if $0.isProblem { problems.record("\($0)") } }
            try await host.register(Probe.self, env: Probe.Env())
            try await host.open()
            let id = try await host.start(Probe.self, id: "1", initialState: Probe.State())
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            let neighbour = try DatabasePool(path: path, configuration: configuration)
            try await neighbour.write { database in
                try store.send(.note("hidden"), to: id, in: database)
                let event = try Data.fetchOne(database, sql: "SELECT event FROM inbox")
                #expect(event?.first == 2)
            }
            try await host.state(of: id) { $0.log == ["hidden"] }
            try await neighbour.write { database in
                let other = EncodedStore(store.base, codec: XorRing.keys(1))
                try other.send(.note("lost"), to: id, in: database)
            }
            while problems.values.isEmpty { await Task.yield() }
            #expect(problems.values.count == 1 && problems.values[0].contains("probe/1 is left alone"))
            await host.close()
            try neighbour.close()
        }

        @Test("D24 The file has no text of a state, an event or an output")
        func text() async throws {
            let path = folder.path("store.sqlite")
            let host = try await DurableHost(store: EncodedStore(SQLiteStore(path: path), codec: XorRing())).opened()
            let id = try await host.start(Probe.self, id: "readable", initialState: Probe.State(log: ["hidden"]))
            try await host.send(.note("hidden"), to: id)
            try await host.send(.startTimer("readable", seconds: 99), to: id)
            try await host.send(.busy(true), to: id)
            try await host.send(.request("hidden"), to: id)
            try await host.send(.request("hidden"), to: id, deduplication: "readable key")
            func contents() throws -> Data {
                try ["", "-wal"].reduce(into: Data()) { all, suffix in
                    if FileManager.default.fileExists(atPath: path + suffix) {
                        all += try Data(contentsOf: URL(fileURLWithPath: path + suffix))
                    }
                }
            }
            try await host.patch(id) { $0.log.append("hidden") }
            let event = try #require(try await host.waitingEvents(of: id).first)
            try await host.edit(event.number, of: id, to: .request("hidden"))
            var files = [try contents()]
            try await host.send(.end("hidden"), to: id)
            await host.close()
            files.append(try contents())
            for file in files {
                #expect(file.range(of: Data("readable".utf8)) != nil)
                #expect(file.range(of: Data("readable key".utf8)) != nil)
                for hidden in ["hidden", "isBusy", "request", "\"_0\""] {
                    #expect(file.range(of: Data(hidden.utf8)) == nil, "\(hidden)")
                }
            }
        }
    }
#endif
