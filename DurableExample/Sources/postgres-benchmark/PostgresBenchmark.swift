#if Postgres
    import ArgumentParser
    import Foundation
    import Oak
    import OakDurable

    @testable import OakPostgres

    /// Measures durable transitions on PostgreSQL beside bare transactions through the same client.
    @main struct PostgresBenchmark: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "postgres-benchmark",
            abstract: "Measures durable transitions on PostgreSQL beside bare transactions through the same client.")

        @Option(help: "The connection string of the database.")
        var database: String

        @Option(help: "How long each figure is measured, in seconds.")
        var seconds = 5.0

        @Option(help: "The numbers of senders, one after the other.")
        var senders = [1, 100, 1000]

        @Option(help: "How often the figures are measured, one after the other.")
        var rounds = 3

        func run() async throws {
            let schema = "oak_benchmark_\(ProcessInfo.processInfo.processIdentifier)"
            let settings = PostgresSettings(database, schema: schema)
            try await PostgresStore.migrate(settings)
            let durable = try await DurableTransitions(settings)
            let bare = try await BareTransactions(settings, instances: 1000)
            print("senders        bare/s     durable/s   ratio")
            for senders in senders {
                var (bareBest, durableBest) = (0.0, 0.0)
                for _ in 0..<rounds {
                    bareBest = max(bareBest, try await rate(senders) { try await bare.commit($0) })
                    durableBest = max(durableBest, try await rate(senders) { try await durable.send(to: $0) })
                }
                print(
                    String(
                        format: "%7d %13.0f %13.0f %7.2f", senders, bareBest, durableBest, durableBest / bareBest))
                fflush(nil)
            }
            await durable.close()
            await bare.close()
        }

        /// Transactions a second of so many senders, each of which awaits one before the next.
        private func rate(
            _ senders: Int, _ body: @escaping @Sendable (Int) async throws -> Void
        ) async throws -> Double {
            let (start, duration) = (ContinuousClock.now, Duration.seconds(seconds))
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for sender in 0..<senders {
                    group.addTask {
                        var count = 0
                        while ContinuousClock.now - start < duration {
                            try await body(sender)
                            count += 1
                        }
                        return count
                    }
                }
                return try await group.reduce(0, +)
            }
            let (whole, attoseconds) = (ContinuousClock.now - start).components
            return Double(count) / (Double(whole) + Double(attoseconds) / 1e18)
        }
    }

    /// A machine with a state of about a hundred bytes and transitions that do next to nothing.
    private enum Adder: Transducer, DurableTransducer {
        struct State: Codable, Sendable, NonTerminal {
            var count = 0
            var customer = "somebody who orders"
            var note = "kept with the count, so that the state has a length as usual"
        }
        enum Event: Codable, Sendable { case add(Int) }

        static let machineName = "adder"

        static func update(_ state: inout State, event: Event) {
            switch event {
            case .add(let number): state.count += number
            }
        }
    }

    private struct DurableTransitions {
        let host: DurableHost

        init(_ settings: PostgresSettings) async throws {
            let host = DurableHost(store: PostgresStore(settings))
            self.host = host
            try await host.register(Adder.self)
            try await host.open()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<1000 {
                    group.addTask {
                        try await host.start(Adder.self, id: DurableID("\(number)"), initialState: .init())
                    }
                }
                try await group.waitForAll()
            }
        }

        func send(to instance: Int) async throws { try await host.send(.add(1), to: DurableID<Adder>("\(instance)")) }

        func close() async { await host.close() }
    }

    /// Transactions with the rows that a macrostep writes: those that wait share one, as in a host.
    private actor BareTransactions {
        private let connection: PostgresConnection
        private var waiting: [(instance: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        private var isCommitting = false
        private var numbers: [Int]
        private static let state = Data(String(repeating: "a state of the usual length", count: 4).utf8)

        init(_ settings: PostgresSettings, instances: Int) async throws {
            connection = PostgresConnection(settings, name: "bare")
            numbers = Array(repeating: 0, count: instances)
            try await connection.script(
                """
                CREATE TABLE bare_instance (
                    key bigint PRIMARY KEY, number bigint, version bigint, changed float8, state bytea
                ) WITH (fillfactor = 80);
                CREATE TABLE bare_journal (instance bigint, number bigint, "time" float8, cause text, version bigint,
                    event bytea, state bytea, PRIMARY KEY (instance, number));
                INSERT INTO bare_instance SELECT n, 0, 1, 0, '' FROM generate_series(0, \(instances - 1)) AS n;
                """)
        }

        func commit(_ instance: Int) async throws {
            try await withCheckedThrowingContinuation { continuation in
                waiting.append((instance, continuation))
                if isCommitting { return }
                isCommitting = true
                Task { await commitAll() }
            }
        }

        private func commitAll() async {
            while !waiting.isEmpty {
                let batch = waiting
                waiting = []
                var statements: [PostgresStatement] = []
                for (instance, _) in batch {
                    numbers[instance] += 1
                    let number = numbers[instance]
                    statements.append(
                        PostgresStatement(
                            """
                            UPDATE bare_instance SET number = $1, version = $2, changed = $3, state = $4
                            WHERE key = $5 AND number = $6
                            """, .integer(number), .integer(1), .time(Date()), .bytes(Self.state), .integer(instance),
                            .integer(number - 1)))
                    statements.append(
                        PostgresStatement(
                            "INSERT INTO bare_journal VALUES ($1, $2, $3, 'event', $4, $5, $6)", .integer(instance),
                            .integer(number), .time(Date()), .integer(1), .bytes(Data(#"{"add":{"_0":1}}"#.utf8)),
                            .bytes(Self.state)))
                }
                do {
                    _ = try await connection.run(statements) { _ in }
                    for (_, continuation) in batch { continuation.resume() }
                } catch {
                    for (_, continuation) in batch { continuation.resume(throwing: error) }
                }
            }
            isCommitting = false
        }

        func close() async { await connection.close() }
    }
#endif
