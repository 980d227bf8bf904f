#if Tools
    import ArgumentParser
    import OakGraph

    /// Draws a machine.
    struct DrawMachine<Tool: MachineCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "draw", abstract: "Draw a machine.",
                discussion: """
                    The formats svg and png need Graphviz. An incomplete graph is drawn as far as it is known.
                    """)
        }

        @Argument(help: "The machine; it need not be named if it is the only one.")
        var name: String?

        @Option(help: "The format: mermaid, dot, svg, png, markdown or promela.")
        var format = PictureFormat.mermaid

        @Option(name: .shortAndLong, help: "The file to write.")
        var output: String?

        @Flag(help: "Draw from left to right.")
        var right = false

        @Option(help: "The number of states above which similar ones are drawn as one.")
        var fold: Int?

        @Flag(help: "Draw each state on its own.")
        var unfolded = false

        @Flag(help: "Show events that are ignored, postponed or unexpected, too.")
        var ignored = false

        @Flag(help: "Show neither effects and outputs nor what is live.")
        var plain = false

        @OptionGroup var exploration: ExplorationOptions

        func run() async throws {
            let machine = try Tool.machine(named: name)
            let graph = exploration.exploreWithRemark(machine)
            let bytes = try await bytes(of: graph.model, style(for: graph))
            try Console.current.write(bytes, to: output, isBinary: format == .png)
            try Tool.end(graph.outcome)
        }

        private func style(for graph: any Exploration) -> DiagramStyle {
            var style = graph.style
            if right { style.direction = .right }
            if let fold { style.folding = .above(fold) }
            if unfolded { style.folding = .never }
            if ignored { style.unhandled = Set(Intent.allCases) }
            if plain { (style.showsEffects, style.showsLive) = (false, false) }
            return style
        }

        private func bytes(of model: GraphModel, _ style: DiagramStyle) async throws -> [UInt8] {
            switch format {
            case .mermaid: return Array(model.mermaid(style).utf8)
            case .dot: return Array(model.dot(style).utf8)
            case .markdown: return Array(model.markdown(style).utf8)
            case .promela: return Array(model.promela.utf8)
            case .svg: return try await Graphviz().picture(of: model.dot(style), as: .svg)
            case .png: return try await Graphviz().picture(of: model.dot(style), as: .png)
            }
        }
    }

    /// The format of a drawing.
    enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
        case mermaid, dot, svg, png, markdown, promela
    }

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
