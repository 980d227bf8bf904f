#if Tools && SQLite
    import ArgumentParser
    import MachineTool
    import OakDurable

    /// Examines a store.
    struct VerifyStore<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "verify", abstract: "Examine the store, and list its faults.")
        }

        @OptionGroup var options: StoreOptions<Tool>

        func run() async throws {
            try await options.readFile { file in
                let faults = try await file.verify()
                for fault in faults { Console.current.print(fault) }
                if !faults.isEmpty { throw OperatorError.faults(faults.count) }
                Console.current.print("The store is sound.")
            }
        }
    }

    /// Makes the file of a store smaller.
    struct VacuumStore<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "vacuum", abstract: "Give the room of removed instances back to the file system.")
        }

        @OptionGroup var options: StoreOptions<Tool>

        func run() async throws {
            try await options.changeFile { file in
                try await file.vacuum()
                Console.current.print("The store has no room to give back any more.")
            }
        }
    }

    /// Copies a store.
    struct BackUpStore<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "backup", abstract: "Copy the store into a new file, also while a host changes it.",
                discussion: "A host opens the copy in the place of the store with 'acceptsOlder: true'.")
        }

        @OptionGroup var options: StoreOptions<Tool>

        @Argument(help: "The file of the copy, which must not exist.", completion: .file())
        var copy: String

        func run() async throws {
            try await options.readFile { file in
                try await file.backup(to: copy)
                Console.current.print("\(copy) is a copy of \(options.store ?? "").")
            }
        }
    }
#endif
