#if Tools
    import ArgumentParser

    /// Finds the shortest path to a state, or paths that take each transition.
    struct FindPaths<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "paths", abstract: "Show the shortest path to a state, or a tour of all transitions.",
                discussion: "Exit codes: 0 if there is a path, 1 if there is none, 2 if the graph is incomplete.")
        }

        @Argument(help: "The machine; it need not be named if it is the only one.")
        var name: String?

        @Option(help: "The state: the name of its case, such as 'paying' or 'paying.entering', or its whole text.")
        var to: String?

        @Flag(help: "Show paths that together take each transition.")
        var all = false

        @Option(help: "The form of the result: text or json.")
        var format = ResultFormat.text

        @OptionGroup var exploration: ExplorationOptions

        func validate() throws {
            if (to == nil) != all { throw ValidationError("Give either --to and a state, or --all.") }
        }

        func run() async throws {
            let machine = try Tool.machine(named: name)
            guard let to else {
                let graph = exploration.explore(machine)
                exploration.remark(on: graph)
                return try show(graph.tour(), of: graph)
            }
            let graph = exploration.exploreWithRemark(machine)
            let wanted = to.hasPrefix(".") ? String(to.dropFirst()) : to
            let names = wanted.split(separator: ".").map(String.init)
            let found =
                graph.firstState { text, _ in text == to || text == ".\(to)" }
                ?? graph.firstState { _, cases in !names.isEmpty && cases.starts(with: names) }
                ?? graph.firstState { _, cases in !names.isEmpty && cases.contains(wanted) }
            guard let found else {
                let error = ToolError.unknownState(to, machine: machine.name, isCut: graph.cut != nil)
                Console.current.complain("\(error)\n")
                return try Tool.end(max(graph.outcome, graph.cut == nil ? .fails : .inconclusive))
            }
            try show([graph.path(to: found)], of: graph)
        }

        private func show(_ paths: [PathRecord], of graph: any Exploration) throws {
            try Console.current.print(paths, as: format, text: paths.map(\.text).joined(separator: "\n\n"))
            try Tool.end(max(graph.outcome, all && graph.cut != nil ? .inconclusive : .holds))
        }
    }

    /// Replays a list of events.
    struct ReplayEvents<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "replay", abstract: "Show the states along listed events.",
                discussion: """
                    A list has one event a line, as 'simulate' shows them; lines that begin with # are skipped. Exit \
                    codes: 0 if the machine follows to the end, 1 if it deviates, 2 if the graph is incomplete there.
                    """)
        }

        @Argument(help: "The machine.")
        var name: String

        @Argument(help: "The file.")
        var file: String

        @Option(help: "The form of the result: text or json.")
        var format = ResultFormat.text

        @OptionGroup var exploration: ExplorationOptions

        func run() async throws {
            let text = try text(of: file)
            let graph = exploration.exploreWithRemark(try Tool.machine(named: name))
            guard let replay = Replay(text, in: graph) else { throw ToolError.noInitialState }
            try Console.current.print(replay, as: format, text: replay.text)
            let isAtCut = graph.cut != nil && replay.deviation?.isAtEndOfGraph == true
            try Tool.end(max(graph.outcome, replay.deviation == nil ? .holds : isAtCut ? .inconclusive : .fails))
        }
    }

    /// Lets a person, or lines of text, choose the events of a machine.
    struct SimulateMachine<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "simulate", abstract: "Choose event after event, and see what the machine does.",
                discussion: """
                    Reads one line after another, from a terminal or a file: the number or the name of an event, undo, \
                    reset, path, help or quit. Nothing is carried out: effects are only shown.
                    """)
        }

        @Argument(help: "The machine; it need not be named if it is the only one.")
        var name: String?

        @OptionGroup var exploration: ExplorationOptions

        func run() async throws {
            let machine = try Tool.machine(named: name)
            let graph = exploration.exploreWithRemark(machine)
            let console = Console.current
            guard var simulation = Simulation(of: graph) else { throw ExitCode(Outcome.inconclusive.exitCode) }
            let (states, transitions) = graph.size
            let size = "\(machine.name): \(states) states, \(transitions) transitions."
            console.print("\(size) Type help for the commands.\n")
            console.print(simulation.screen)
            while true {
                if console.isInteractive { console.write("> ") }
                guard let line = console.readLine() else {
                    // The shell's prompt begins a line of its own.
                    if console.isInteractive { console.print("") }
                    return
                }
                switch simulation.take(line) {
                case .ended: return
                case .told(""): break
                case .told(let text): console.print(text)
                case .moved(let text): console.print((text.isEmpty ? "" : text + "\n") + "\n" + simulation.screen)
                }
            }
        }
    }
#endif
