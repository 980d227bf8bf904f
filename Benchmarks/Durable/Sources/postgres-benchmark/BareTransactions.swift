#if Postgres
    import Foundation

    @testable import OakPostgres

    /// Transactions with the rows that a macrostep writes: those that wait share one, as in a host.
    actor BareTransactions {
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
