#if Tools && SQLite
    public import ArgumentParser
    public import MachineTool
    public import OakDurable

    /// A program, or a command of one, that looks at a store of durable machines and repairs instances.
    ///
    /// ```swift
    /// import DurableTool
    /// import Oak
    /// import OakDurable
    ///
    /// enum Parcel: EffectTransducer, DurableTransducer {
    ///     enum State: Codable, Hashable, Sendable, NonTerminal { case packed, sent }
    ///     enum Event: Codable, Sendable { case send }
    ///     static let machineName = "parcel"
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         state = .sent
    ///         return nil
    ///     }
    /// }
    ///
    /// enum Parcels: DurableCommand {
    ///     static var machines: [OperatedMachine] { [.machine(Parcel.self)] }
    /// }
    /// ```
    ///
    /// With `@main` in front of it, `swift run parcels list --store parcels.sqlite` lists the instances. A program with
    /// other commands lists ``DurableCommands`` among its `subcommands`.
    public protocol DurableCommand {
        /// The machines, whose states and events the program decodes.
        static var machines: [OperatedMachine] { get }

        /// The name of the command; by default `oak-durable`.
        static var commandName: String { get }

        /// The store in a file, as the hosts of the program have it; by default the file itself.
        ///
        /// A program that gives its payloads to a codec returns an `EncodedStore`, so that the commands show and
        /// change what the codec has encoded.
        ///
        /// - Parameter file: The file.
        static func store(in file: SQLiteStore) -> any DurableStore

        /// The store in a database, as the hosts of the program have it; by default the one that is given.
        ///
        /// - Parameter database: The store without a codec.
        static func store(in database: any DurableStore) -> any DurableStore
    }

    extension DurableCommand {
        public static func store(in file: SQLiteStore) -> any DurableStore { file }

        public static func store(in database: any DurableStore) -> any DurableStore { database }

        public static var commandName: String { "oak-durable" }

        /// Runs the command with the arguments of the program, and ends the program.
        @concurrent
        public static func main() async { await DurableCommands<Self>.main() }

        /// Runs the command within the current program.
        ///
        /// - Parameters:
        ///   - arguments: The arguments, without the name of the program.
        ///   - input: The text of the standard input.
        /// - Returns: What it has printed, and its exit code.
        public static func result(of arguments: [String], input: String = "") async -> ToolResult {
            let recording = Recording(input: input)
            return await Console.$current.withValue(recording.console) {
                recording.result(exitCode: await DurableCommands<Self>.exitCode(of: arguments))
            }
        }
    }

    /// The commands of a ``DurableCommand``, for the `subcommands` of another command.
    ///
    /// ```swift
    /// import ArgumentParser
    /// import DurableTool
    ///
    /// enum Parcels: DurableCommand {
    ///     static var machines: [OperatedMachine] { [] }
    /// }
    ///
    /// struct Program: AsyncParsableCommand {
    ///     static let configuration = CommandConfiguration(subcommands: [DurableCommands<Parcels>.self])
    /// }
    /// ```
    public struct DurableCommands<Tool: DurableCommand>: AsyncParsableCommand {
        /// The name, the explanation and the subcommands.
        public static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: Tool.commandName, abstract: "Look at durable machines in a store, and repair them.",
                discussion: """
                    The commands list, show, inspect, export, verify and backup read beside a running host. The others \
                    need a file for themselves; they run no activities, and no time-out fires. In a database, the hosts give \
                    the instance up meanwhile, with others of its shard.

                    Exit codes: 0 if it is done, 1 if the instance does not allow it or the store has faults, 64 for a \
                    mistake on the command line, 65 for JSON or a state that cannot be decoded, 66 if there is no such \
                    file, instance, event or macrostep, 73 if the name of a new instance or file is taken, 74 if the \
                    store cannot be read or written, 75 while a host owns the store.
                    """,
                subcommands: [
                    ListInstances<Tool>.self, ShowInstance<Tool>.self, InspectStore<Tool>.self,
                    RetryInstance<Tool>.self, CancelInstance<Tool>.self, SkipEvent<Tool>.self, EditEvent<Tool>.self,
                    PatchInstance<Tool>.self, ForkInstance<Tool>.self, ExportInstances<Tool>.self,
                    VerifyStore<Tool>.self, VacuumStore<Tool>.self, BackUpStore<Tool>.self,
                ])
        }

        /// Creates the command.
        public init() {}
    }

    extension DurableCommand {
        /// The name that an argument such as `order/17` stands for; `17` is enough for the only machine.
        static func instance(_ text: String) throws -> InstanceName {
            let known = machines.map(\.name).filter { text.hasPrefix($0 + "/") }
            if let machine = known.max(by: { $0.count < $1.count }) {
                return InstanceName(machine: machine, id: String(text.dropFirst(machine.count + 1)))
            }
            if let slash = text.firstIndex(of: "/") {
                return InstanceName(machine: String(text[..<slash]), id: String(text[text.index(after: slash)...]))
            }
            if machines.count == 1 { return InstanceName(machine: machines[0].name, id: text) }
            throw ValidationError(
                "\(text) is no instance. Write MACHINE/ID, such as '\(machines.first?.name ?? "order")/17'.")
        }

        /// The machine of an instance, whose types a command needs.
        static func machine(of name: InstanceName) throws(OperatorError) -> OperatedMachine {
            guard let machine = machines.first(where: { $0.name == name.machine }) else {
                throw .unknownMachine(name, known: machines.map(\.name))
            }
            return machine
        }
    }

#else
    /// A program that looks at a store of durable machines; it needs the traits `Tools` and `SQLite`.
    @available(
        *, unavailable,
        message: """
            Enable the traits in your Package.swift: .package(url: …, traits: [.defaults, "Tools", "SQLite"])
            """
    )
    public protocol DurableCommand {
        /// The machines, whose states and events the program decodes.
        static var machines: [OperatedMachine] { get }
    }
#endif
