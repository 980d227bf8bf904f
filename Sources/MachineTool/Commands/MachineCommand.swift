#if Tools
    public import ArgumentParser

    /// A program, or a command of one, that draws, checks and simulates machines.
    ///
    /// ```swift
    /// import MachineTool
    /// import Oak
    ///
    /// enum Light: Transducer {
    ///     enum State: Hashable { case off, on }
    ///     enum Event: CaseIterable { case pressed }
    ///
    ///     static func update(_ state: inout State, event: Event) { state = state == .off ? .on : .off }
    /// }
    ///
    /// enum Machines: MachineCommand {
    ///     static var machines: [ExploredMachine] {
    ///         [.machine(Light.self, from: [.off], events: .allCases)]
    ///     }
    /// }
    /// ```
    ///
    /// With `@main` in front of it, `swift run machines draw light` draws the machine. A program with other commands
    /// lists ``MachineCommands`` among its `subcommands`.
    public protocol MachineCommand {
        /// The machines by name.
        static var machines: [ExploredMachine] { get }

        /// The name of the command; by default that of the type in lower case.
        static var commandName: String { get }
    }

    extension MachineCommand {
        public static var commandName: String { ExploredMachine.name(ofType: "\(Self.self)") }

        /// Runs the command with the arguments of the program, and ends the program.
        @concurrent
        public static func main() async { await MachineCommands<Self>.main() }

        /// Runs the command within the current program.
        ///
        /// - Parameters:
        ///   - arguments: The arguments, without the name of the program.
        ///   - input: The lines of the standard input.
        /// - Returns: What it has printed, and its exit code.
        public static func result(of arguments: [String], input: [String] = []) async -> ToolResult {
            let recording = Recording(input: input)
            return await Console.$current.withValue(recording.console) {
                recording.result(exitCode: await MachineCommands<Self>.exitCode(of: arguments))
            }
        }
    }

    extension AsyncParsableCommand {
        /// Runs the command within the current program; returns its exit code.
        package static func exitCode(of arguments: [String]) async -> Int32 {
            do {
                var command = try parseAsRoot(arguments)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
                return 0
            } catch {
                let (code, text) = (exitCode(for: error).rawValue, fullMessage(for: error))
                if !text.isEmpty { if code == 0 { Console.current.print(text) } else { Console.current.note(text) } }
                return code
            }
        }
    }

    /// The commands of a ``MachineCommand``, for the `subcommands` of another command.
    ///
    /// ```swift
    /// import ArgumentParser
    /// import MachineTool
    ///
    /// enum Machines: MachineCommand {
    ///     static var machines: [ExploredMachine] { [] }
    /// }
    ///
    /// struct Program: AsyncParsableCommand {
    ///     static let configuration = CommandConfiguration(subcommands: [MachineCommands<Machines>.self])
    /// }
    /// ```
    public struct MachineCommands<Tool: MachineCommand>: AsyncParsableCommand {
        /// The name, the explanation and the subcommands.
        public static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: Tool.commandName, abstract: "Draw, check and simulate state machines.",
                discussion: """
                    Exit codes: 0 if everything holds, 1 if something fails, 2 if the graph is incomplete, so that \
                    nothing is known for certain, 64 for a mistake on the command line, 130 after ^C, which ends an \
                    exploration and shows what is known so far. A second ^C ends the program at once.
                    """,
                subcommands: [
                    ListMachines<Tool>.self, DrawMachine<Tool>.self, TabulateMachine<Tool>.self,
                    CheckMachines<Tool>.self, SimulateMachine<Tool>.self, FindPaths<Tool>.self,
                    ReplayEvents<Tool>.self, CompareMachine<Tool>.self, ExportMachine<Tool>.self,
                ])
        }

        /// Creates the command.
        public init() {}
    }

    extension MachineCommand {
        /// The machine with a name, or the error of the command line.
        static func machine(named name: String?) throws -> ExploredMachine {
            do throws(ToolError) {
                return try MachineList(machines: machines).machine(named: name)
            } catch { throw ValidationError(error.description) }
        }

        /// Ends a command with its exit code.
        static func end(_ outcome: Outcome) throws {
            if outcome != .holds { throw ExitCode(outcome.exitCode) }
        }
    }

#else
    /// A program that draws, checks and simulates machines; it needs the trait `Tools`.
    @available(
        *, unavailable,
        message: """
            Enable the trait in your Package.swift: .package(url: …, traits: [.defaults, "Tools"])
            """
    )
    public protocol MachineCommand {
        /// The machines by name.
        static var machines: [ExploredMachine] { get }
    }
#endif
