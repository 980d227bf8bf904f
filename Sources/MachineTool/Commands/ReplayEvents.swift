#if MachineTool
    import ArgumentParser

    /// Replays a list of events, or a stored trace.
    struct ReplayEvents<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "replay", abstract: "Show the states along listed events or a stored trace.",
                discussion: """
                    A list has one event a line, as 'simulate' shows them; lines that begin with # are skipped. A trace \
                    is a file of OakTesting's TraceRecorder. Exit codes: 0 if the machine follows to the end, 1 if it \
                    deviates, 2 if the graph is incomplete there.
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
            let machine = try Tool.list.found(name)
            let text = try text(of: file)
            let graph: any Exploration
            let replay: Replay
            if StoredTrace.isTrace(text) {
                // The machine itself follows; the rest of its graph is not needed.
                graph = machine.explore(ExplorationOrder(depth: 0))
                replay = try graph.replay(StoredTrace(text))
            } else {
                graph = exploration.exploreWithRemark(machine)
                replay = try Replay(text, in: graph)
            }
            switch format {
            case .text: Console.current.print(replay.text)
            case .json: try Console.current.print(json: replay)
            }
            let isAtCut = graph.cut != nil && replay.deviation?.isAtEndOfGraph == true
            try Tool.end(max(graph.outcome, replay.deviation == nil ? .holds : isAtCut ? .inconclusive : .fails))
        }
    }
#endif
