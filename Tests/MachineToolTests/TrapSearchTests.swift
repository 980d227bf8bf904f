#if Tools && os(Linux)
    import Foundation
    @testable import MachineTool
    import Oak
    import OakGraph
    import Testing

    /// A machine whose `update` ends the process on events that come in different ways.
    enum Careless: EffectTransducer {
        enum State: Hashable, NonTerminal { case idle, busy }
        enum Event: Hashable, Sendable { case load, prepare, leave, loaded, failed, broken }
        struct Env: Sendable {}
        struct Broken: Error {}

        static func update(_ state: inout State, event: Event) -> Effect? {
            switch (state, event) {
            case (.idle, .load):
                state = .busy
                return Effect(id: "load", { (_: Env) async throws in }, success: .loaded, failure: { _ in .failed })
            case (.idle, .prepare):
                state = .busy
                return .sequence(Effect(id: "prepare", { _ in }, success: .loaded), .event(.broken))
            case (_, .loaded): state = .idle
            case (_, .failed): fatalError("It failed.")
            case (_, .broken): fatalError("It broke.")
            case (.busy, .leave): _exit(3)
            case (.busy, .load), (.busy, .prepare), (.idle, .leave): break
            }
            return nil
        }
    }

    private enum CarelessMachines: MachineCommand {
        static var machines: [ExploredMachine] {
            [
                .machine(
                    Careless.self, named: "load", from: [.idle],
                    events: .events(.load, .leave).answers(of: "load", .loaded, fails: [Careless.Broken()]),
                    checks: [.traps]),
                .machine(
                    Careless.self, named: "prepare", from: [.idle],
                    events: .events(.prepare).answers(of: "prepare", ends: true), checks: [.traps]),
            ]
        }
    }

    struct TrapSearchTests {
        @Test(
            "The process that a search starts checks machines",
            .enabled(if: SearchFiles.ofProcess != nil, "a search starts it"))
        func search() async {
            let result = await CarelessMachines.result(of: ["check", "--traps"])
            FileHandle.standardOutput.write(Data(result.output.utf8))
            exit(result.exitCode)
        }

        @Test("C35 A transition that ends the process is a finding, and behind the return of an effect a doubt")
        func traps() async throws {
            let recording = Recording(input: [])
            let result = try await Console.$current.withValue(recording.console) {
                try await TrapSearch(
                    program: URL(fileURLWithPath: CommandLine.arguments[0]),
                    arguments: ["--testing-library", "swift-testing", "--filter", "TrapSearchTests.search"]
                ).run()
            }
            #expect(result.exitCode == 1)
            #expect(result.output.contains(".leave in .busy: update exits with status 3."), "\(result)")
            #expect(result.output.contains(".failed in .busy: update ends the process: "), "\(result)")
            #expect(result.output.contains("It failed."))
            #expect(result.output.contains("'update' does not return for an event that follows: ends the process: "))
            #expect(result.output.contains("It broke."))
            #expect(recording.result(exitCode: 0).messages.split(separator: "\n").count == 3)
        }

        @Test("A search within a program that was started with another command line is refused")
        func within() async {
            let result = await Machines.result(of: ["check", "--traps"])
            #expect(result.exitCode != 0)
            #expect(result.messages.contains("'--traps' runs the program again"))
        }
    }
#endif
