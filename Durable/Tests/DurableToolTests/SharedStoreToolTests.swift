#if Tools && SQLite && Postgres
    import DurableTool
    import Foundation
    import MachineTool
    import Oak
    import OakDurable
    import Testing

    @testable import OakPostgres

    /// A schema of its own in the database that the tests are given.
    private struct SharedOffice {
        static let url = ProcessInfo.processInfo.environment["OAK_POSTGRES"].flatMap { $0.isEmpty ? nil : $0 }

        let settings: PostgresSettings
        let host: DurableHost

        init() async throws {
            settings = PostgresSettings(try #require(Self.url), schema: "oak \(UUID().uuidString.lowercased())")
            try await PostgresStore.migrate(settings, shards: 4)
            host = DurableHost(store: PostgresStore(settings))
            try await host.register(Ticket.self, env: ())
            try await host.open()
            for id in ["1", "2", "3"] {
                let ticket = try await host.start(Ticket.self, id: DurableID(id), initialState: .open(notes: []))
                try await host.send(.note("first"), to: ticket)
            }
            for id in ["2", "3"] {
                let failed = DurableID<Ticket>(id)
                try await host.send(.lose, to: failed)
                try? await host.value(of: failed)
            }
            try await host.send(.work(hours: 3), to: DurableID<Ticket>("2"), deduplication: "w")
        }

        /// Lets all leases expire, as they do when their processes are killed.
        func expireLeases() async throws {
            let connection = PostgresConnection(settings, name: "test")
            try await connection.script(
                "UPDATE shard SET expires = clock_timestamp() - interval '1 s' WHERE owner IS NOT NULL; DELETE FROM process"
            )
            await connection.close()
        }

        /// Runs a command, and again if its exit code asks for that: a host without a processor for longer than a lease
        /// hands no shard over.
        func run(_ arguments: String...) async -> ToolResult {
            let arguments = arguments + ["--database", settings.connection, "--schema", settings.schema]
            var result = await Desk.result(of: arguments)
            for _ in 0..<100 where result.exitCode == 75 { result = await Desk.result(of: arguments) }
            return result
        }
    }

    @Suite("The tool and a database that hosts share", .database)
    struct SharedStoreToolTests {
        @Test("D25 An operator repairs instances in a database while their host goes on")
        func repair() async throws {
            let office = try await SharedOffice()
            let waiting = try await office.host.waitingEvents(of: DurableID<Ticket>("2")).map(\.number)
            #expect(waiting.count == 2)
            #expect(await office.run("skip", "2", "\(waiting.first ?? 0)").exitCode == 0)
            #expect(await office.run("edit", "2", "\(waiting.last ?? 0)", #"{"note":{"_0":"edited"}}"#).exitCode == 0)
            #expect(await office.run("skip", "3", "\(waiting.last ?? 0)").exitCode == 66)
            #expect(await office.run("patch", "1", #"{"open":{"notes":["patched"]}}"#).exitCode == 0)
            #expect(await office.run("fork", "1", "--from", "1", "--as", "4").exitCode == 0)
            #expect(await office.run("retry", "2").exitCode == 0)
            #expect(await office.run("cancel", "3").exitCode == 0)
            #expect(await office.run("patch", "9", #"{"done":{}}"#).exitCode == 66)

            // The host runs them again, once it has the shards back.
            let host = office.host
            try await host.send(.note("later"), to: DurableID<Ticket>("1"), deduplication: "l")
            try await host.send(.close, to: DurableID<Ticket>("1"), deduplication: "c")
            try await host.value(of: DurableID<Ticket>("1"))
            try await host.send(.close, to: DurableID<Ticket>("2"), deduplication: "c")
            try await host.value(of: DurableID<Ticket>("2"))
            await #expect(throws: DurableError.self) { try await host.value(of: DurableID<Ticket>("3")) }
            let shown = await office.run("show", "1")
            #expect(shown.output.contains("patched") && shown.output.contains("later"))
            #expect(await office.run("show", "2").output.contains("edited"))
            #expect(await office.run("show", "4").output.contains("first"))
            await host.close()
        }

        @Test("D25 An operator leaves the traces of a crash to the next process")
        func crash() async throws {
            let office = try await SharedOffice()
            await office.host.close()
            let killed = try await PostgresStore(office.settings).claim(by: StoreOwner(), at: Date())
            #expect(killed.count == 4 && killed.allSatisfy { !$0.followsCrash })
            try await office.expireLeases()
            #expect(await office.run("patch", "1", #"{"open":{"notes":["patched"]}}"#).exitCode == 0)
            try await office.expireLeases()
            let next = try await PostgresStore(office.settings).claim(by: StoreOwner(), at: Date())
            #expect(next.count == 4 && next.allSatisfy(\.followsCrash))
        }

        @Test("D25 All failed instances of a database are retried, and read, while their host goes on")
        func readAndRetryAll() async throws {
            let office = try await SharedOffice()
            #expect(await office.run("list", "--status", "failed").output.split(separator: "\n").count == 2)
            #expect(await office.run("export").output.split(separator: "\n").count == 3)
            let retried = await office.run("retry", "--all")
            #expect(retried.output == "2 instances go on with the next host.\n" && retried.exitCode == 0)
            await office.host.close()
        }

        @Test("D25 A command for files says which program of PostgreSQL does its work")
        func commandsForFiles() async throws {
            let office = try await SharedOffice()
            for command in [["verify"], ["vacuum"], ["backup", "/nowhere"]] {
                let result = await Desk.result(of: command + ["--database", office.settings.connection])
                #expect(result.exitCode == 1 && result.messages.contains("pg_dump"), "\(command)")
            }
            #expect(await Desk.result(of: ["list"]).exitCode == 64)
            await office.host.close()
        }
    }

    extension Trait where Self == ConditionTrait {
        /// The test needs a server, which `scripts/test` starts where PostgreSQL is installed.
        fileprivate static var database: Self {
            .enabled(if: SharedOffice.url != nil, "OAK_POSTGRES names no database")
        }
    }
#endif
