#if Tools && SQLite
    import DurableTool
    import Foundation
    import MachineTool
    import Oak
    import OakDurable
    import Testing

    @Suite("D24 The tool and a codec")
    struct CodecToolTests {
        let office: Office

        init() async throws {
            office = try Office()
            try await office.fill(of: CodedDesk.self)
        }

        /// The numbers of the events that wait for the second ticket, which nobody encodes.
        private func waiting() async throws -> [Int] {
            struct Report: Decodable {
                struct Waiting: Decodable { let number: Int }
                let waiting: [Waiting]
            }
            let report = await office.run("show", "2", "--json").output
            return try JSONDecoder().decode(Report.self, from: Data(report.utf8)).waiting.map(\.number)
        }

        @Test("D24 A tool with the codec shows and changes what the codec has encoded")
        func withCodec() async throws {
            let waiting = try await waiting()
            let shown = await office.run("show", "ticket/2", of: CodedDesk.self)
            #expect(shown.exitCode == 0)
            #expect(
                shown.output.contains(#"{"work":{"hours":3}}"#) && shown.output.contains(#"{"note":{"_0":"first"}}"#))
            #expect(
                await office.run("patch", "1", #"{"open":{"notes":["patched"]}}"#, of: CodedDesk.self).exitCode == 0)
            #expect(await office.run("edit", "2", "\(waiting[1])", #"{"close":{}}"#, of: CodedDesk.self).exitCode == 0)
            #expect(await office.run("skip", "2", "\(waiting[0])", of: CodedDesk.self).exitCode == 0)
            #expect(await office.run("fork", "1", "--from", "1", "--as", "3", of: CodedDesk.self).exitCode == 0)
            #expect(await office.run("retry", "2", of: CodedDesk.self).exitCode == 0)
            #expect(await office.run("verify").output == "The store is sound.\n")
            let export = await office.run("export", of: CodedDesk.self)
            #expect(export.exitCode == 0 && export.output.split(separator: "\n").count == 3)

            let host = try await office.host(of: CodedDesk.self)
            #expect(try await host.state(of: DurableID<Ticket>("1")) == .open(notes: ["patched"]))
            try await host.value(of: DurableID<Ticket>("2"))
            #expect(try await host.state(of: DurableID<Ticket>("3")) == .open(notes: ["first"]))
            await host.close()
        }

        @Test("D24 A tool without the codec lists and copies, and changes no payload")
        func withoutCodec() async throws {
            let waiting = try await waiting()
            #expect(await office.run("list", "--tag", "phase=open").output.split(separator: "\n").count == 2)
            #expect(await office.run("verify").exitCode == 0)
            #expect(await office.run("backup", office.folder + "/copy.sqlite").exitCode == 0)
            let shown = await office.run("show", "ticket/1")
            #expect(shown.exitCode == 65)
            #expect(shown.output.contains("ticket/1\n  running\n") && !shown.output.contains("first"))
            #expect(shown.messages.contains("The state of ticket/1 cannot be decoded"))
            #expect(shown.messages.contains("a codec each key"))
            // As it is in the store, in Base64.
            let export = await office.run("export", "ticket/1")
            #expect(export.exitCode == 0)
            let report = try JSONDecoder().decode([String: Anything].self, from: Data(export.output.utf8))
            #expect(
                try Reversal().decode(try #require(report["state"]?.base64))
                    == Codec.encode(Ticket.State.open(notes: ["first"])))

            for arguments in [
                ["patch", "1", #"{"open":{"notes":[]}}"#], ["edit", "2", "\(waiting[1])", #"{"close":{}}"#],
            ] {
                let result = await Desk.result(of: arguments + ["--store", office.path])
                #expect(result.exitCode == 65)
                #expect(result.messages.contains("is no JSON. If a codec has encoded it, give the codec to this tool"))
            }
            #expect(await office.run("fork", "1", "--from", "1", "--as", "3").exitCode == 65)
            #expect(await office.run("skip", "2", "\(waiting[1])").exitCode == 0)
            #expect(await office.run("cancel", "2").exitCode == 0)
            let host = try await office.host(of: CodedDesk.self)
            #expect(try await host.state(of: DurableID<Ticket>("1")) == .open(notes: ["first"]))
            #expect(try await host.summary(of: DurableID<Ticket>("2")).status == .cancelled)
            await host.close()
        }

        @Test("D24 A tool whose codec cannot decode an instance cancels it, and exports the others")
        func withoutKey() async throws {
            let host = try await office.host()
            try await host.start(Ticket.self, id: "plain", initialState: .open(notes: []))
            await host.close()
            let export = await office.run("export", of: CodedDesk.self)
            #expect(export.exitCode == 65 && export.output.split(separator: "\n").count == 2)
            #expect(export.messages.contains("The state of ticket/plain cannot be decoded: Unmarked()"))
            for arguments in [["show", "plain"], ["patch", "plain", #"{"done":{}}"#]] {
                let result = await CodedDesk.result(of: arguments + ["--store", office.path])
                #expect(result.exitCode == 65 && result.messages.contains("cannot be decoded: Unmarked()"))
            }
            #expect(await office.run("cancel", "plain", of: CodedDesk.self).exitCode == 0)
        }
    }

    /// A string of JSON, or anything else.
    private struct Anything: Decodable {
        let base64: Data?

        init(from decoder: any Decoder) throws {
            base64 = Data(base64Encoded: (try? decoder.singleValueContainer().decode(String.self)) ?? "-")
        }
    }
#endif
