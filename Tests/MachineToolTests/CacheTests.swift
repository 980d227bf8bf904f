#if Tools
    import Foundation
    import OakGraph
    import Testing

    @testable import MachineTool

    @Suite("A graph is kept between commands")
    struct CacheTests {
        private static let remark = "was explored by an earlier command; --fresh explores again."

        private func run(_ line: String, _ cache: GraphCache?, input: [String] = []) async -> ToolResult {
            await Machines.result(
                of: line.split(separator: " ").map(String.init), input: input, keepingIn: cache)
        }

        private func withCache<Result>(_ body: (GraphCache) async throws -> Result) async throws -> Result {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            return try await body(GraphCache(folder: folder, program: "/bin/tool", build: "1"))
        }

        private func file(_ name: String, in cache: GraphCache) throws -> URL {
            let machine = try #require(Machines.machines.first { $0.name == name })
            return cache.file(for: machine, machine.limits)
        }

        @Test(
            "Commands read a kept graph as they read one that they explore",
            arguments: [
                "draw sign-in", "draw lamp --format dot --ignored", "table sign-in", "export sign-in", "check",
                "check tally --format json", "paths sign-in --to signedIn", "paths tally --to nowhere",
                "paths lamp --all", "simulate sign-in",
            ])
        func same(line: String) async throws {
            try await withCache { cache in
                let input = ["submit", "accepted", "undo", "rejected", "path"]
                let plain = await run(line, nil, input: input)
                let first = await run(line, cache, input: input)
                let second = await run(line, cache, input: input)
                #expect(first == plain)
                #expect(second.output == plain.output && second.exitCode == plain.exitCode)
                #expect(second.messages.contains(Self.remark) == !line.hasSuffix("--all"))
            }
        }

        @Test("One command keeps the graph for another, --fresh explores again, and other limits have another graph")
        func otherCommands() async throws {
            try await withCache { cache in
                _ = await run("draw lamp", cache)
                #expect(await run("check lamp", cache).messages.contains(Self.remark))
                #expect(await !run("check lamp --fresh", cache).messages.contains(Self.remark))
                #expect(await !run("check lamp --states 2", cache).messages.contains(Self.remark))
                #expect(await run("check lamp --states 2", cache).output == run("check lamp --states 2", nil).output)
            }
        }

        @Test("A graph of another build is explored again and replaced, in the same file")
        func otherBuild() async throws {
            try await withCache { cache in
                _ = await run("draw lamp", cache)
                let next = GraphCache(folder: cache.folder, program: cache.program, build: "2")
                #expect(await !run("draw lamp", next).messages.contains(Self.remark))
                #expect(await run("draw lamp", next).messages.contains(Self.remark))
                #expect(await !run("draw lamp", cache).messages.contains(Self.remark))
                let files = try FileManager.default.contentsOfDirectory(atPath: cache.folder.path)
                #expect(files.count == 1)
            }
        }

        @Test(
            "A damaged or foreign file counts as none, and is replaced",
            arguments: [
                (#""moves":[[0,1]"#, #""moves":[[0,99]"#), (#""arrival":[0,"#, #""arrival":[7,"#),
                (#""version":1"#, #""version":0"#), ("\n", " "),
                ("{", ""), (#""to":"#, #""on":"#),
            ])
        func damaged(text: String, change: String) async throws {
            try await withCache { cache in
                let plain = await run("paths lamp --to broken", cache)
                let file = try file("lamp", in: cache)
                let kept = try String(contentsOf: file, encoding: .utf8)
                #expect(kept.contains(text))
                try Data(kept.replacingOccurrences(of: text, with: change).utf8).write(to: file)
                #expect(await run("paths lamp --to broken", cache) == plain)
                #expect(await run("paths lamp --to broken", cache).messages.contains(Self.remark))
            }
        }

        @Test("Without a folder to write into, every command explores")
        func unwritable() async throws {
            try await withCache { cache in
                try Data().write(to: cache.folder)
                let plain = await run("check lamp", nil)
                for _ in 0..<2 { #expect(await run("check lamp", cache) == plain) }
            }
        }
    }
#endif
