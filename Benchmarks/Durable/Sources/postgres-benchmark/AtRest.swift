#if Postgres
    import ArgumentParser
    import BenchmarkSupport
    import Foundation
    import OakDurable

    @testable import OakPostgres

    /// Measures the cost of instances and of processes that do nothing.
    struct AtRest: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The cost of instances at rest, and of processes without work.")

        @OptionGroup var options: DatabaseOption

        @Option(help: "The number of instances.")
        var instances = 1_000_000

        @Option(help: "The number of processes, each of which is a host with a store of its own.")
        var processes = 64

        @Option(help: "How long each figure is measured, in seconds.")
        var seconds = 20.0

        func run() async throws {
            let place = try await Place(options.database)
            var settings = place.settings
            settings.statementTimeout = 600
            let connection = PostgresConnection(settings, name: "oak benchmark")
            let first = try await host(place)
            try await first.start(Counter.self, id: "0", initialState: .init())
            await first.close()
            // As the first one, which makes a million in seconds and not in minutes.
            try await connection.script(
                """
                INSERT INTO instance (shard, machine, id, status, number, version, created, changed, state)
                    SELECT n % 256, machine, convert_to('n' || n, 'UTF8'), status, 0, version, created, changed, state
                    FROM instance, generate_series(1, \(instances - 1)) AS n;
                ANALYZE instance;
                """)
            let size = try await connection.rows(
                PostgresStatement("SELECT pg_total_relation_size('instance')")
            ) { Int($0.int64(0)) }
            print("\(instances) instances at rest: \((size.first ?? 0) / instances) bytes each, with their indexes")
            let start = ContinuousClock.now
            let one = try await host(place)
            print("A host is open after \(ContinuousClock.now - start).")
            print(String(format: "1 process: %.1f transactions a second", try await idleRate(connection)))
            var others: [DurableHost] = []
            for _ in 1..<processes { others.append(try await host(place)) }
            try await Task.sleep(for: .seconds(5))
            print(String(format: "%d processes: %.1f transactions a second", processes, try await idleRate(connection)))
            for host in others + [one] { await host.close() }
            await connection.close()
            try await place.remove()
        }

        private func host(_ place: Place) async throws -> DurableHost {
            let host = DurableHost(store: PostgresStore(place.settings))
            try await host.register(Counter.self)
            try await host.open()
            return host
        }

        /// The transactions a second that the server has counted, without those that ask.
        private func idleRate(_ connection: PostgresConnection) async throws -> Double {
            func count() async throws -> Int {
                let statement = PostgresStatement(
                    "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()")
                return try await connection.rows(statement) { Int($0.int64(0)) }.first ?? 0
            }
            // The server counts what is a second old.
            try await Task.sleep(for: .seconds(2))
            let before = try await count()
            try await Task.sleep(for: .seconds(seconds))
            return Double(try await count() - before) / seconds
        }
    }
#endif
