#if Tools && SQLite && Inspector
    import ArgumentParser
    import Foundation
    import MachineTool
    import OakDurable
    import Testing

    @testable import DurableTool

    @Suite("The command inspect")
    struct InspectToolTests {
        @Test(
            "A store is shown on a page until the command is interrupted, and not changed",
            arguments: [["--store"], []])
        func page(option: [String]) async throws {
            let office = try Office()
            try await office.fill()
            let before = await office.run("export")
            let (lines, printed) = AsyncStream.makeStream(of: String.self)
            var console = Console.standard
            console.writeBytes = { printed.yield(String(decoding: $0, as: UTF8.self)) }
            let path = office.path
            let command = Task { [console] in
                try await Console.$current.withValue(console) {
                    let inspect = try InspectStore<Desk>.parse(option + [path, "--hide", "notes"])
                    try await inspect.run()
                }
            }
            let address = await lines.first { _ in true } ?? ""
            #expect(address.contains(/http:\/\/localhost:[0-9]+\/inspector-[0-9a-f]{32}/))
            command.cancel()
            try await command.value
            #expect(await office.run("export") == before)
        }

        @Test("What is no store has an error and no page")
        func noStore() async throws {
            let office = try Office()
            let missing = await office.run("inspect")
            #expect(missing.exitCode == 66)
            #expect(missing.output.isEmpty)
            #expect(await office.run("inspect", "--port", "70000").exitCode == 64)
        }
    }
#endif
