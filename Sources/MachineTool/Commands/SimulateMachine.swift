#if Tools
    import ArgumentParser

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
