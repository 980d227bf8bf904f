#if Tools && SQLite
    import ArgumentParser
    import MachineTool
    import OakDurable

    #if Inspector
        import OakInspector
    #endif

    /// Shows a store on a page.
    struct InspectStore<Tool: DurableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "inspect", abstract: "Show the store on a page in a browser, until Control-C.",
                discussion: """
                    It reads beside hosts that may be running, and changes nothing. The address of the page is printed, \
                    and only browsers of this computer reach it.
                    """)
        }

        @Argument(help: "The file of the store; the same as --store.", completion: .file())
        var file: String?

        @OptionGroup var options: StoreOptions<Tool>

        @Option(help: "The name of a field that is hidden in all values, as 'show' prints it; repeat it for more.")
        var hide: [String] = []

        @Option(help: "The port of the page; 0 for any that is free.")
        var port = 0

        func validate() throws {
            if file != nil, options.store != nil || options.database != nil {
                throw ValidationError("Give one store: a file, or the URL of a --database.")
            }
            guard (0...65_535).contains(port) else { throw ValidationError("--port has to be from 0 to 65535.") }
        }

        func run() async throws {
            var options = options
            options.store = file ?? options.store
            let name = options.store ?? options.schema
            try await options.read { store in
                // A file that is no store has an error here, and no page.
                _ = try await store.list(InstanceQuery(limit: 1))
                try await serve(store, as: name)
            }
        }

        private func serve(_ store: any DurableStore, as name: String) async throws {
            #if Inspector
                guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                    throw OperatorError.withoutInspector
                }
                let inspector = Inspector()
                inspector.watch(store, as: name, machines: Tool.machines.map(\.name), hiding: Set(hide))
                let address = try await inspector.serveDurables(port: port)
                Console.current.print("\(address)\nControl-C ends it.")
                // Until the task is cancelled.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                await inspector.stop()
            #else
                throw OperatorError.withoutInspector
            #endif
        }
    }
#endif
