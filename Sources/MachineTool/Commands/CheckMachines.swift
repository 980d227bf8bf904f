#if Tools
    import ArgumentParser
    import OakGraph

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

        @Flag(help: "Find the transitions that end the process, such as by a fatalError, in a process of their own.")
        var traps = false

        @OptionGroup var exploration: ExplorationOptions

        /// All results as JSON.
        private struct Results: Encodable {
            let machines: [CheckResult.Record]
            let verdict: String
        }

        func run() async throws {
            let machines = try names.isEmpty ? Tool.machines : names.map { try Tool.machine(named: $0) }
            let search = SearchFiles.ofProcess
            if traps, search == nil { return try await findTraps() }
            var results: [CheckResult] = []
            var worst = Outcome.holds
            for (place, machine) in machines.enumerated() {
                var (result, outcome) = try exploration.check(machine) { explore in
                    try search?.noting(place, explore) ?? explore()
                }
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

        private func findTraps() async throws {
            let result = try await TrapSearch.again().run()
            Console.current.write(result.output)
            Console.current.complain(result.messages)
            if result.exitCode != 0 { throw ExitCode(result.exitCode) }
        }
    }

    /// Compares a stored graph with the machine.
    struct CompareMachine<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "diff", abstract: "Compare a stored graph with the machine, or with another stored graph.",
                discussion: """
                    'export' stores a graph. Exit codes: 0 if both behave alike, 1 if they differ, 2 if a graph is \
                    incomplete and what is known of it does not differ.
                    """)
        }

        @Argument(help: "The file with the old graph.")
        var old: String

        @Argument(help: "The file with the new graph; if missing, the machine that the old graph names.")
        var new: String?

        @Option(help: "The machine, if the old graph has another name.")
        var machine: String?

        @Flag(help: "Compare the names of states, too.")
        var names = false

        @Option(help: "The form of the result: text or json.")
        var format = ResultFormat.text

        @OptionGroup var exploration: ExplorationOptions

        func run() async throws {
            let before = try Self.model(in: old)
            var outcome = Outcome.holds
            let after: GraphModel
            if let new {
                after = try Self.model(in: new)
            } else {
                let graph = exploration.exploreWithRemark(try Tool.machine(named: machine ?? before.machine))
                outcome = graph.outcome
                after = graph.model
            }
            let comparison = GraphComparison(of: before, and: after, comparing: names ? .all : .behaviour)
            try Console.current.print(ComparisonRecord(comparison), as: format, text: "\(comparison)")
            switch comparison.verdict {
            case .equivalent: break
            case .different: outcome = max(outcome, .fails)
            case .inconclusive: outcome = max(outcome, .inconclusive)
            }
            try Tool.end(outcome)
        }

        private static func model(in file: String) throws -> GraphModel {
            let text = try text(of: file)
            // A graph that `expectGraph` has stored has lines instead of indices.
            do {
                return try GraphModel(text: text)
            } catch let error as GraphVersionError {
                throw ToolError.unreadable(file: file, reason: error.description)
            } catch {
                throw ToolError.unreadable(
                    file: file,
                    reason: "it holds no graph that 'export' or 'expectGraph' has written. Store the graph again.")
            }
        }
    }

    /// A comparison for programs.
    struct ComparisonRecord: Encodable {
        struct Change: Encodable {
            let kind: String
            let state: String
            let event: String?
            let old: String?
            let new: String?
        }

        let machine: String
        let verdict: String
        let reason: String?
        /// The shortest sequence of events that tells both apart.
        let events: [String]
        let addedEvents: [String]
        let removedEvents: [String]
        let addedStates: [String]
        let removedStates: [String]
        let changes: [Change]

        init(_ comparison: GraphComparison) {
            machine = comparison.new.machine
            switch comparison.verdict {
            case .equivalent: (verdict, reason, events) = ("equivalent", nil, [])
            case .different(let separation): (verdict, reason, events) = ("different", nil, separation.events)
            case .inconclusive(let text): (verdict, reason, events) = ("inconclusive", text, [])
            }
            addedEvents = comparison.addedEvents
            removedEvents = comparison.removedEvents
            addedStates = comparison.states.added.map { comparison.new.states[$0].text }
            removedStates = comparison.states.removed.map { comparison.old.states[$0].text }
            changes = comparison.changes.map {
                Change(kind: $0.kind.rawValue, state: $0.state, event: $0.event, old: $0.old, new: $0.new)
            }
        }
    }
#endif
