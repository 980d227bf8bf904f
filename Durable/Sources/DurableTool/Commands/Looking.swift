#if Tools && SQLite
    import ArgumentParser
    import Foundation
    import MachineTool
    import OakDurable
    import OakText

    /// Lists instances.
    struct ListInstances<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "list", abstract: "List instances in the order of their creation.")
        }

        @OptionGroup var options: StoreOptions<Tool>

        @OptionGroup var filter: InstanceFilter

        @Option(
            help: "The condition: running, ended, failed or cancelled; repeat the option for more.",
            transform: { text in
                guard let status = InstanceStatus(rawValue: text) else {
                    throw ValidationError("\(text) is no condition. Write running, ended, failed or cancelled.")
                }
                return status
            })
        var status: [InstanceStatus] = []

        @Option(help: "Instances up to this key are left out.")
        var after: Int64 = 0

        @Option(help: "The greatest number of instances.")
        var limit = 100

        @Flag(help: "Print an object of JSON per line.")
        var json = false

        func validate() throws {
            if limit < 1 { throw ValidationError("--limit needs a number above 0.") }
        }

        func run() async throws {
            var query = try filter.query(of: status.isEmpty ? Set(InstanceStatus.allCases) : Set(status))
            (query.after, query.limit) = (after, limit)
            let found = try await options.read { try await $0.list(query) }
            for line in json ? found.map(\.json.line) : aligned(found.map(\.cells)) { Console.current.print(line) }
            if !json, found.isEmpty { Console.current.note("There is no such instance.") }
            if let last = found.last, found.count == limit {
                Console.current.note("There may be more: add --after \(last.key).")
            }
        }

        private func aligned(_ rows: [[String]]) -> [String] {
            let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
            return rows.map { row in
                zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
                    .joined(separator: "  ").trimmingCharacters(in: .whitespaces)
            }
        }
    }

    /// Shows an instance.
    struct ShowInstance<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "show", abstract: "Show an instance: its state, work, waiting events and history.",
                discussion: """
                    An entry of the history has the differences between the state before and after it. A state of an \
                    older version is shown as the migration of this program makes it.
                    """)
        }

        @OptionGroup var chosen: ChosenInstance<Tool>

        @Flag(help: "Print an object of JSON.")
        var json = false

        func run() async throws {
            let name = try Tool.instance(chosen.instance)
            try await chosen.options.read { store in
                let stored = try await store.existing(name)
                var (state, problem): (JSONValue?, DurableError?)
                if let machine = Tool.machines.first(where: { $0.name == name.machine }) {
                    do { state = JSONValue(try machine.state(stored)) } catch { problem = error as? DurableError }
                }
                let report = try await InstanceReport(of: stored, in: store, state: state)
                Console.current.print(json ? report.json.line : report.text)
                // Shown all the same, as it is in the store.
                if let problem { throw problem }
            }
        }
    }

    /// Exports instances.
    struct ExportInstances<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "export",
                abstract: "Print an instance, or all of them, as lines of JSON, as they are in the store.",
                discussion: """
                    Those that the codec of this program cannot decode are left out, with a line on the standard error \
                    for each and the exit code 65.
                    """)
        }

        @OptionGroup var options: StoreOptions<Tool>

        @Argument(help: "The instance as MACHINE/ID; all of them without it.")
        var instance: String?

        func run() async throws {
            let name = try instance.map { try Tool.instance($0) }
            try await options.read { store in
                if let name {
                    let stored = try await store.existing(name)
                    return Console.current.print(try await InstanceReport(of: stored, in: store).json.line)
                }
                var isComplete = true
                for try await summary in store.instances() {
                    do {
                        // Removed meanwhile by the host.
                        guard let stored = try await store.instance(summary.name) else { continue }
                        Console.current.print(try await InstanceReport(of: stored, in: store).json.line)
                    } catch let error as DurableError {
                        guard case .undecodable = error else { throw error }
                        Console.current.note(error.localizedDescription)
                        isComplete = false
                    }
                }
                if !isComplete { throw ExitCode(OperatorExit.unreadable.rawValue) }
            }
        }
    }
#endif
