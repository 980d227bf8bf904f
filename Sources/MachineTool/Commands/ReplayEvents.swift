#if Tools
    import ArgumentParser

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
#endif
