#if Tools
    import ArgumentParser
    import OakGraph

    /// Lists the machines.
    struct ListMachines<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "list", abstract: "List the machines.")
        }

        @Option(help: "The form of the list: text or json.")
        var format = ResultFormat.text

        private struct Entry: Encodable {
            let name: String
            let machine: String
        }

        func run() async throws {
            let width = Tool.machines.map(\.name.count).max() ?? 0
            let lines = Tool.machines.map { machine in
                machine.name + String(repeating: " ", count: width - machine.name.count + 2) + machine.typeName
            }
            try Console.current.print(
                Tool.machines.map { Entry(name: $0.name, machine: $0.typeName) }, as: format,
                text: lines.joined(separator: "\n"))
        }
    }

    /// Shows the table of a machine.
    struct TabulateMachine<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "table", abstract: "Show states and events as a table in Markdown.")
        }

        @Argument(help: "The machine; it need not be named if it is the only one.")
        var name: String?

        @OptionGroup var exploration: ExplorationOptions

        func run() async throws {
            let graph = exploration.exploreWithRemark(try Tool.machine(named: name))
            var style = graph.style
            style.unhandled = Set(Intent.allCases)
            Console.current.write(graph.model.markdown(style))
            try Tool.end(graph.outcome)
        }
    }

    /// Stores the graph of a machine.
    struct ExportMachine<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "export", abstract: "Write the graph as JSON, for 'diff' and for other programs.")
        }

        @Argument(help: "The machine; it need not be named if it is the only one.")
        var name: String?

        @Option(name: .shortAndLong, help: "The file to write.")
        var output: String?

        @OptionGroup var exploration: ExplorationOptions

        func run() async throws {
            let graph = exploration.exploreWithRemark(try Tool.machine(named: name))
            try Console.current.write(Array(graph.model.text().utf8), to: output)
            try Tool.end(graph.outcome)
        }
    }
#endif
