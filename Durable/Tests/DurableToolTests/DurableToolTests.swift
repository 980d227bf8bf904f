#if Tools && SQLite
    import DurableTool
    import Foundation
    import MachineTool
    import Oak
    import OakDurable
    import Testing

    @Suite("The tool for stores of durable machines")
    struct DurableToolTests {
        let office: Office

        init() async throws {
            office = try Office()
            try await office.fill()
        }

        private struct Report: Decodable {
            struct Waiting: Decodable { let number: Int }
            struct Entry: Decodable { let number: Int, cause: String }
            struct Name: Decodable { let name: String }
            let id: String
            let status: String
            let state: Ticket.State
            let waiting: [Waiting]
            let journal: [Entry]
            let activities: [Name]
            let deadlines: [Name]
        }

        private func report(_ id: String) async throws -> Report {
            let result = await office.run("show", "ticket/\(id)", "--json")
            return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
        }

        @Test("D21 A list has the instances that the options name, in pages")
        func list() async {
            let all = await office.run("list")
            #expect(all.exitCode == 0)
            #expect(all.output.split(separator: "\n").count == 2)
            let failed = await office.run("list", "--status", "failed", "--tag", "phase=open", "--json")
            #expect(failed.output.contains(#""id":"2""#) && !failed.output.contains(#""id":"1""#))
            let page = await office.run("list", "--limit", "1")
            #expect(page.output.contains("ticket/1") && page.messages == "There may be more: add --after 1.\n")
            #expect(await office.run("list", "--after", "1").output.contains("ticket/2"))
            #expect(await office.run("list", "--machine", "other").messages == "There is no such instance.\n")
            #expect(await office.run("list", "--from-version", "2").output.isEmpty)
            #expect(await office.run("list", "--tag", #"phase="open""#).output.contains("ticket/1"))
            #expect(await office.run("list", "--tag", "phase").exitCode == 64)
            #expect(await office.run("list", "--limit", "0").exitCode == 64)
            #expect(await office.run("list", "--help").exitCode == 0)
        }

        @Test("D21 An instance is shown with its state, waiting events and the differences of its macrosteps")
        func show() async throws {
            let host = try await office.host()
            try await host.send(.note("second"), to: DurableID<Ticket>("1"))
            try await host.send(.work(hours: 2), to: DurableID<Ticket>("1"))
            // Beside the running host.
            let one = await office.run("show", "1")
            await host.close()
            #expect(one.exitCode == 0)
            for text in [
                "ticket/1\n  running\n", #"phase="working""#, "activities\n  work#3", "deadlines\n  @limit#3",
                #"+ open.notes[1]: "second""#, "+ working.hours: 2", #"- open.notes[0]: "first""#,
            ] { #expect(one.output.contains(text), "\(text)\n\(one.output)") }
            let two = await office.run("show", "ticket/2")
            #expect(two.output.contains("failed: operationWouldBeLost"))
            #expect(two.output.contains(#"{"work":{"hours":3}}"#))
            let missing = await office.run("show", "ticket/9")
            #expect(missing.exitCode == 66 && missing.messages == "ticket/9 does not exist. Start it first.\n")
        }

        @Test("D21 A skip, an edit and a retry let a failed instance go on with the next host")
        func repair() async throws {
            let waiting = try await report("2").waiting.map(\.number)
            try #require(waiting.count == 2)
            #expect(await office.run("skip", "2", "\(waiting[0])").exitCode == 0)
            let again = await office.run("skip", "2", "\(waiting[0])")
            #expect(again.exitCode == 66 && again.messages.contains("has no waiting event \(waiting[0])"))
            let wrong = await office.run("edit", "2", "\(waiting[1])", #"{"sleep":{}}"#)
            #expect(wrong.exitCode == 65 && wrong.messages.contains("Nothing was changed."))
            let edited = await office.run("edit", "2", "\(waiting[1])", "-", input: #"{"work":{"hours":8}}"#)
            #expect(edited.exitCode == 0, "\(edited)")
            #expect(await office.run("retry", "2").output == "ticket/2 goes on with the next host.\n")
            #expect(await office.run("retry", "2").output == "ticket/2 has not failed.\n")
            #expect(await office.run("retry", "--all").output == "0 instances go on with the next host.\n")
            let host = try await office.host()
            let id = DurableID<Ticket>("2")
            try await host.send(.work(hours: 3), to: id, deduplication: "w")
            for await state in try await host.changes(of: id) where state == .working(hours: 8) { break }
            await host.close()
        }

        @Test("D21 A retry of all is of those that have failed, and have what the options ask for")
        func retryAll() async throws {
            #expect(await office.run("retry").exitCode == 64)
            #expect(await office.run("retry", "2", "--all").exitCode == 64)
            #expect(await office.run("retry", "2", "--machine", "ticket").exitCode == 64)
            #expect(await office.run("retry", "--all", "--tag", "x").exitCode == 64)
            #expect(await office.run("retry", "--all", "--machine", "other").output.hasPrefix("0 instances go on"))
            #expect(try await report("2").status == "failed")
            #expect(await office.run("retry", "--all", "--machine", "ticket").output.hasPrefix("1 instance goes on"))
            #expect(try await report("2").status == "running")
        }

        @Test("D21 A patch begins and ends activities, deadlines and tags as a macrostep does")
        func patch() async throws {
            let wrong = await office.run("patch", "1", #"{"working":{}}"#)
            #expect(wrong.exitCode == 65)
            #expect(await office.run("patch", "1", #"{"working":{"hours":5}}"#).exitCode == 0)
            let patched = try await report("1")
            #expect(patched.state == .working(hours: 5))
            #expect(patched.journal.last?.cause == "a patch")
            #expect(patched.activities.map(\.name) == ["work"] && patched.deadlines.map(\.name) == ["@limit"])
            #expect(await office.run("list", "--tag", "hours=5").output.contains("ticket/1"))
            #expect(await office.run("patch", "1", #"{"done":{}}"#).exitCode == 0)
            let ended = await office.run("patch", "1", #"{"done":{}}"#)
            #expect(ended.exitCode == 1 && ended.messages.hasPrefix("ticket/1 has ended, and takes no"), "\(ended)")
            #expect(await office.run("verify").output == "The store is sound.\n")
        }

        @Test("D21 A fork is a new instance in the state of an earlier macrostep")
        func fork() async throws {
            #expect(await office.run("patch", "1", #"{"done":{}}"#).exitCode == 0)
            #expect(await office.run("fork", "1", "--from", "1", "--as", "3").output == "ticket/3 has started.\n")
            #expect(try await report("3").state == .open(notes: ["first"]))
            #expect(await office.run("fork", "1", "--from", "1", "--as", "3").exitCode == 73)
            #expect(await office.run("fork", "1", "--from", "7", "--as", "4").exitCode == 66)
        }

        @Test("D21 A cancelled instance is not changed any more")
        func cancel() async throws {
            for _ in 0..<2 { #expect(await office.run("cancel", "2").output == "ticket/2 is cancelled.\n") }
            #expect(await office.run("patch", "2", #"{"done":{}}"#).exitCode == 1)
            #expect(await office.run("cancel", "other/2").exitCode == 66)
        }

        @Test("D21 An export has a line of JSON for each instance, which can be decoded")
        func export() async throws {
            let all = await office.run("export")
            let reports = try all.output.split(separator: "\n").map {
                try JSONDecoder().decode(Report.self, from: Data($0.utf8))
            }
            #expect(reports.map(\.id) == ["1", "2"])
            #expect(reports[1].waiting.count == 2)
            #expect(await office.run("export", "ticket/2").output == all.output.split(separator: "\n")[1] + "\n")
        }

        @Test("D21 While a host runs, a change is refused with the name of the owner, and a reading is not")
        func besideHost() async throws {
            let host = try await office.host()
            for command in [["retry", "2"], ["vacuum"], ["patch", "1", #"{"done":{}}"#]] {
                let refused = await Desk.result(of: command + ["--store", office.path])
                #expect(refused.exitCode == 75)
                #expect(refused.messages.hasPrefix("The store is in use by \(StoreOwner().name)"))
            }
            let copy = office.folder + "/copy.sqlite"
            for command in [["list"], ["show", "1"], ["export"], ["verify"], ["backup", copy]] {
                #expect(await Desk.result(of: command + ["--store", office.path]).exitCode == 0)
            }
            #expect(await office.run("backup", copy).exitCode == 73)
            #expect(await Desk.result(of: ["list", "--store", copy]) == (await office.run("list")))
            await host.close()
            #expect(await office.run("vacuum").exitCode == 0)
        }

        @Test("D21 The tool leaves the sign of a crash to the next host")
        func crash() async throws {
            let store = SQLiteStore(path: office.path)
            _ = try await store.claim(by: StoreOwner(name: "crashed"), at: Date())
            await store.close()
            #expect(await office.run("retry", "2").exitCode == 0)
            let next = try await store.claim(by: StoreOwner(name: "next"), at: Date())
            #expect(next.map(\.followsCrash) == [true])
            try await store.release(next, at: Date())
        }

        @Test("D21 A file that is no store, or is not there, is refused")
        func otherFiles() async throws {
            for command in [["list"], ["retry", "2"], ["backup", "x"]] {
                let missing = await Desk.result(of: command + ["--store", office.folder + "/none.sqlite"])
                #expect(missing.exitCode == 66 && missing.messages.contains("does not exist"))
            }
            #expect(!FileManager.default.fileExists(atPath: office.folder + "/none.sqlite"))
            #expect(await Desk.result(of: ["list"]).exitCode == 64)
        }
    }
#endif
