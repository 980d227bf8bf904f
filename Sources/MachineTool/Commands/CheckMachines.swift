#if Tools
    import ArgumentParser

    /// Checks machines.
    struct CheckMachines<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "check", abstract: "Check machines; shows counterexamples.",
                discussion: """
                    Exit codes: 0 if everything holds, 1 if something fails, 2 if a verdict is inconclusive, 130 after \
                    ^C.
                    """)
        }

        @Argument(help: "The machines; all if none is named.")
        var names: [String] = []

        @Option(help: "The form of the result: text or json.")
        var format = ResultFormat.text

        @OptionGroup var exploration: ExplorationOptions

        /// All results as JSON.
        private struct Results: Encodable {
            let machines: [CheckResult.Record]
            let verdict: String
        }

        func run() async throws {
            let machines = try names.isEmpty ? Tool.machines : names.map { try Tool.machine(named: $0) }
            var results: [CheckResult] = []
            var worst = Outcome.holds
            for machine in machines {
                var (result, outcome) = exploration.check(machine)
                result.record.machine = machine.name
                results.append(result)
                worst = max(worst, outcome)
                if format == .text { Console.current.print((results.count > 1 ? "\n" : "") + result.text) }
                if outcome == .interrupted { break }
            }
            if format == .json {
                Console.current.print(try Console.json(Results(machines: results.map(\.record), verdict: "\(worst)")))
            }
            try Tool.end(worst)
        }
    }
#endif
