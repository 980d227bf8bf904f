#if Postgres
    import CLibpq
    import Foundation

    /// Statements that are sent at once, and are one transaction.
    ///
    /// See "Pipeline Mode" in the documentation of libpq. Neither side waits for the other: what the server answers is
    /// read while the statements are sent.
    struct PostgresPipeline {
        let connection: OpaquePointer
        /// The time after which the server is given up.
        let limit: DispatchTime
        /// Whether statements keep their names: not behind a pooler, whose connections have others each time.
        let keepsStatements: Bool

        /// Carries out statements.
        ///
        /// - Parameters:
        ///   - statements: The statements.
        ///   - names: The names of the statements that the server has prepared.
        ///   - read: Reads a row of a result.
        /// - Returns: The rows of each statement.
        /// - Throws: ``PostgresFailure``. One without SQLSTATE does not tell whether the transaction was completed.
        func run<Row>(
            _ statements: [PostgresStatement], names: inout [String: String], read: (PostgresRow) throws -> Row
        ) throws -> [[Row]] {
            guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else { throw failure }
            var expected: [(sql: String, isPreparation: Bool)] = []
            for statement in statements {
                let sql = statement.sql.description
                if names[sql] == nil || !keepsStatements {
                    let name = keepsStatements ? "oak\(names.count)" : ""
                    names[sql] = name
                    let types = statement.arguments.map(\.type)
                    guard PQsendPrepare(connection, name, sql, CInt(types.count), types) == 1 else { throw failure }
                    expected.append((sql, true))
                }
                try send(statement.arguments, to: names[sql] ?? "")
                expected.append((sql, false))
            }
            guard PQpipelineSync(connection) == 1 else { throw failure }
            try flush()
            let answers = try answers(to: expected, names: &names, read: read)
            guard PQexitPipelineMode(connection) == 1 else { throw failure }
            return try answers.get()
        }

        private func answers<Row>(
            to expected: [(sql: String, isPreparation: Bool)], names: inout [String: String],
            read: (PostgresRow) throws -> Row
        ) throws -> Result<[[Row]], any Error> {
            var rows: [[Row]] = []
            var first: (any Error)?
            for (sql, isPreparation) in expected {
                guard let result = try next() else { throw failure }
                defer { PQclear(result) }
                switch PQresultStatus(result) {
                case PGRES_TUPLES_OK:
                    do {
                        rows.append(try (0..<PQntuples(result)).map { try read(PostgresRow(result: result, row: $0)) })
                    } catch { first = first ?? error }
                case PGRES_COMMAND_OK: if !isPreparation { rows.append([]) }
                case PGRES_PIPELINE_ABORTED: if isPreparation { names[sql] = nil }
                default:
                    first = first ?? PostgresFailure(ofResult: result)
                    if isPreparation { names[sql] = nil }
                }
                // Nothing ends the results of a statement.
                while let further = try next() { PQclear(further) }
            }
            // The transaction is durable once its end is answered.
            guard let end = try next() else { throw failure }
            defer { PQclear(end) }
            if PQresultStatus(end) != PGRES_PIPELINE_SYNC { first = first ?? PostgresFailure(ofResult: end) }
            return first.map { .failure($0) } ?? .success(rows)
        }

        private func send(_ arguments: [PostgresValue], to name: String) throws {
            var lengths: [CInt] = []
            var bytes: [UInt8] = []
            var offsets: [Int?] = []
            for argument in arguments {
                let start = bytes.count
                let count = argument.append(to: &bytes)
                offsets.append(count == nil ? nil : start)
                lengths.append(CInt(count ?? 0))
                // A pointer to nothing would be NULL.
                bytes.append(0)
            }
            let formats = [CInt](repeating: 1, count: arguments.count)
            let isSent = bytes.withUnsafeBytes { buffer in
                let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
                let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
                return PQsendQueryPrepared(
                    connection, name, CInt(arguments.count), pointers, lengths, formats, 1) == 1
            }
            guard isSent else { throw failure }
        }

        private func flush() throws {
            while true {
                switch PQflush(connection) {
                case 0: return
                case 1:
                    try PostgresSocket(connection).wait(orToWrite: true, until: limit)
                    guard PQconsumeInput(connection) == 1 else { throw failure }
                default: throw failure
                }
            }
        }

        private func next() throws -> OpaquePointer? {
            while PQisBusy(connection) != 0 {
                try PostgresSocket(connection).wait(until: limit)
                guard PQconsumeInput(connection) == 1 else { throw failure }
            }
            return PQgetResult(connection)
        }

        private var failure: PostgresFailure { PostgresFailure(of: connection) }
    }
#endif
