#if Postgres
    import ArgumentParser

    /// Measures durable machines on PostgreSQL.
    @main struct PostgresBenchmark: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "postgres-benchmark", abstract: "Measures durable machines on PostgreSQL.",
            subcommands: [Transitions.self, Processes.self, Recovery.self, AtRest.self, Worker.self],
            defaultSubcommand: Transitions.self)
    }

    struct DatabaseOption: ParsableArguments {
        @Option(help: "The connection string of the database.")
        var database: String
    }
#endif
