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
                let graph = exploration.exploreAnew(machine)
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
#endif
