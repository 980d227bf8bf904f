#if Tools
    import Foundation
    import MachineTool
    import Oak
    import OakGraph
    import Testing

    struct ToolTests {
        private func run(_ line: String, input: [String] = []) async -> ToolResult {
            await Machines.result(of: line.split(separator: " ").map(String.init), input: input)
        }

        @Test("The exit code of a check says whether it holds, fails or is inconclusive")
        func exitCodeCheck() async {
            #expect(await run("check sign-in").exitCode == 0)
            #expect(await run("check lamp").exitCode == 1)
            #expect(await run("check tally").exitCode == 2)
            #expect(await run("check sign-in lamp tally").exitCode == 1)
            #expect(await run("check --help").exitCode == 0)
            #expect(await run("check --states none").exitCode == 64)
        }

        @Test("Every machine is checked if no name is given")
        func withoutNamesAll() async {
            let output = await run("check").output
            for name in ["SignIn", "Lamp", "Tally"] { #expect(output.contains("\(name): ")) }
        }

        @Test("The JSON report of a check has the verdicts and counterexamples, and is the same each time")
        func checkJSONVerdicts() async throws {
            let result = await run("check lamp --format json")
            #expect(result == (await run("check lamp --format json")))
            let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
            #expect(report.verdict == "fails")
            let failures = report.machines[0].entries.filter { $0.verdict == "fails" }
            #expect(failures.map(\.name) == ["deadEnds"])
            #expect(failures[0].findings[0].path.steps.map(\.event) == [".dropped"])
        }

        private struct Report: Decodable {
            struct Machine: Decodable { let entries: [Entry] }
            struct Entry: Decodable {
                let name: String
                let verdict: String
                let findings: [Finding]
            }
            struct Finding: Decodable { let path: Path }
            struct Path: Decodable { let steps: [Step] }
            struct Step: Decodable { let event: String }
            let machines: [Machine]
            let verdict: String
        }

        @Test("The limits of the command line bound an exploration")
        func limitsCommandLine() async {
            #expect(await run("check tally --states 5").output.hasPrefix("Tally: 5 states"))
            #expect(await run("check tally --depth 3").output.hasPrefix("Tally: 4 states"))
        }

        @Test("An unknown name is answered with the names of the machines")
        func unknownNameAnswered() async {
            let result = await run("draw sgn-in")
            #expect(result.exitCode == 64)
            #expect(
                result.messages.contains("There is no machine 'sgn-in'. The machines are sign-in, lamp, tally."))
            #expect(await run("draw").messages.contains("Name a machine: sign-in, lamp, tally."))
        }

        @Test(
            "A machine is drawn in every format that needs no external program",
            arguments: [
                ("mermaid", "stateDiagram-v2"), ("dot", "digraph"), ("markdown", "| `.signedOut`"),
                ("promela", "proctype"),
            ])
        func machineDrawnEach(_ format: String, _ text: String) async {
            let result = await run("draw sign-in --format \(format)")
            #expect(result.exitCode == 0)
            #expect(result.output.contains(text))
            #expect(result.messages == "")
        }

        @Test("A drawing is written to a file, and the error names a file that cannot be written")
        func drawingWrittenInto() async throws {
            try await withFile("") { (file: String) async throws -> Void in
                #expect(await run("draw lamp --output \(file)").output == "")
                #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("stateDiagram-v2"))
            }
            let result = await run("draw lamp --output /nowhere/lamp.md")
            #expect(result.exitCode == 1)
            #expect(result.messages.contains("'/nowhere/lamp.md' cannot be written"))
        }

        @Test("An incomplete graph is drawn, with the reason among the messages")
        func incompleteGraphDrawn() async {
            let result = await run("draw tally")
            #expect(result.exitCode == 0)
            #expect(result.output.hasPrefix("stateDiagram-v2"))
            #expect(result.messages.contains("The graph is cut at 10 states"))
        }

        @Test("The shortest path leads to a state by the name of its case or by its text")
        func shortestPathLeads() async {
            let path = ".signedOut\n  .submit(\"Ada\") → .checking(\"Ada\")\n"
            for state in ["checking", ".checking", ".checking(\"Ada\")"] {
                #expect(await run("paths sign-in --to \(state)").output == path)
            }
            let unknown = await run("paths sign-in --to nowhere")
            #expect(unknown.exitCode == 1)
            #expect(unknown.messages.contains("'sign-in' reaches no state 'nowhere'"))
            #expect(await run("paths tally --to nowhere").exitCode == 2)
        }

        /// A structure with two enums among its properties.
        private enum Players: MachineCommand {
            enum Player: Transducer {
                struct State: Hashable {
                    enum Phase { case idle, playing, suspended }
                    enum Sound { case loud, quiet }
                    var phase = Phase.idle
                    var sound = Sound.loud
                }
                enum Event: CaseIterable { case play, suspend, mute }

                static func update(_ state: inout State, event: Event) {
                    switch (state.phase, event) {
                    case (_, .mute): state.sound = .quiet
                    case (.idle, .play), (.suspended, .play): state.phase = .playing
                    case (.playing, .suspend): state.phase = .suspended
                    case (.idle, .suspend), (.suspended, .suspend), (.playing, .play): break
                    }
                }
            }

            static var machines: [ExploredMachine] { [.machine(Player.self, from: [.init()], events: .allCases)] }
        }

        @Test("A path leads to the case of a property, and a picture shows the modes of a structure")
        func modes() async {
            let path = await Players.result(of: ["paths", "--to", "suspended"])
            #expect(path.output.hasSuffix("State(phase: .suspended, sound: .loud)\n"))
            #expect(await Players.result(of: ["paths", "--to", "quiet"]).output.contains(".mute"))
            #expect(await Players.result(of: ["paths", "--to", "loudest"]).exitCode == 1)
            let picture = await Players.result(of: ["draw", "--fold", "3"]).output
            for mode in ["idle ×2", "playing ×2", "suspended ×2"] { #expect(picture.contains(mode)) }
            #expect(!picture.contains("inexact"))
        }

        @Test("A tour takes every transition, and its exit code says if it cannot")
        func tourTakesEach() async {
            let tour = await run("paths lamp --all")
            #expect(tour.exitCode == 0)
            for line in [".pressed → .on", ".pressed → .off", ".dropped → .broken"] {
                #expect(tour.output.contains(line))
            }
            #expect(await run("paths tally --all").exitCode == 2)
            #expect(await run("paths lamp").exitCode == 64)
        }

        @Test("A stored graph is compared with the code")
        func storedGraphCompared() async throws {
            let stored = await run("export lamp").output
            try await withFile(stored) { (file: String) async throws -> Void in
                #expect(await run("diff \(file)").exitCode == 0)
                #expect(await run("diff \(file) \(file)").output.contains("both versions behave alike"))
                let other = await run("diff \(file) --machine sign-in --format json")
                #expect(other.exitCode == 1)
                #expect(other.output.contains("\"verdict\" : \"different\""))
            }
        }

        @Test("A graph of another version is distinguished from a file without a graph")
        func graphAnotherVersion() async throws {
            let stored = await run("export lamp").output
            try await withFile(stored.replacingOccurrences(of: "\"schema\":1", with: "\"schema\":7")) {
                (file: String) async throws -> Void in
                let result = await run("diff \(file)")
                #expect(result.exitCode == 1)
                #expect(result.messages.contains("version 7 of the schema"))
            }
            try await withFile("{}") { (file: String) async throws -> Void in
                #expect(
                    await run("diff \(file)").messages.contains(
                        "it holds no graph that 'export' or 'expectGraph' has written"))
            }
            #expect(await run("diff /nowhere").messages.contains("'/nowhere' cannot be read"))
        }

        @Test("The list shows the names and the types of the machines")
        func listNamesMachines() async {
            #expect(await run("list").output == "sign-in  SignIn\nlamp     Lamp\ntally    Tally\n")
            #expect(await run("list --format json").output.contains("\"name\" : \"sign-in\""))
        }

        @Test("A tool's commands are named after its type")
        func commandsToolNamed() async {
            #expect(await run("--help").output.contains("USAGE: machines <subcommand>"))
            #expect(Machines.commandName == "machines")
        }
    }
#endif
