#if Tools
    import Foundation
    import MachineTool
    import OakGraph
    import Testing

    /// Machines that are explored until a signal comes, which they send themselves.
    private enum Endless: MachineCommand {
        // The checks generate the events again when the signal is no longer handled.
        nonisolated(unsafe) private static var isSent = false

        private static func sendOnce() {
            guard !isSent else { return }
            isSent = true
            kill(getpid(), SIGINT)
        }

        static var machines: [ExploredMachine] {
            [
                .machine(
                    Tally.self, named: "once", from: [.init()],
                    events: .generated { state in
                        if state.count == 5000 { sendOnce() }
                        return [.next]
                    },
                    limits: GraphLimits(states: 100_000_000, seconds: nil)),
                .machine(
                    Tally.self, named: "again", from: [.init()],
                    events: .generated { state in
                        // Only the end of the process leaves this loop.
                        while state.count == 5000 { kill(getpid(), SIGINT) }
                        return [.next]
                    }),
            ]
        }
    }

    struct InterruptionTests {
        @Test("An interrupted exploration shows its results, and no verdict holds")
        func interruptedExplorationShows() async {
            let result = await #expect(processExitsWith: .exitCode(130), observing: [\.standardOutputContent]) {
                let result = await Endless.result(of: ["check", "once"])
                FileHandle.standardOutput.write(Data(result.output.utf8))
                exit(result.exitCode)
            }
            let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
            #expect(output.contains("Tally: "))
            #expect(output.contains("\n? The graph is cut because its exploration was stopped."))
            #expect(!output.contains("✓"))
        }

        @Test("A second signal ends the program at once")
        func secondSignalEnds() async {
            await #expect(processExitsWith: .exitCode(130)) {
                _ = await Endless.result(of: ["check", "again"])
                exit(0)
            }
        }
    }
#endif
