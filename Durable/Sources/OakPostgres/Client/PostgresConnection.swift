#if Postgres
    import CLibpq
    import Dispatch
    import Foundation
    import Oak

    /// A connection to PostgreSQL, on a queue of its own.
    ///
    /// It is made for the first statement, and again after it was lost; after failed attempts with a growing pause, in
    /// which statements fail at once.
    final class PostgresConnection: @unchecked Sendable {
        private let settings: PostgresSettings
        private let name: String
        private let queue: DispatchQueue
        /// Called on the queue with the payloads of notifications, and with none when some may have been lost.
        private let hear: (@Sendable ([String]) -> Void)?
        // On the queue alone.
        private var connection: OpaquePointer?
        private var names: [String: String] = [:]
        private var source: (any DispatchSourceRead)?
        private var recovery = Recovery()
        private let current = CancellablePipeline()

        /// Creates a connection.
        ///
        /// - Parameters:
        ///   - settings: Where the server is.
        ///   - name: The name of the process that the server shows.
        ///   - hear: Called with the payloads of notifications, and with none when some may have been lost. Without it,
        ///     the connection does not listen.
        init(_ settings: PostgresSettings, name: String, hear: (@Sendable ([String]) -> Void)? = nil) {
            self.settings = settings
            self.name = name
            self.hear = settings.pooler == .none ? hear : nil
            queue = DispatchQueue(label: "OakPostgres")
        }

        deinit { drop() }

        func close() async {
            await withCheckedContinuation { done in
                queue.async {
                    self.drop()
                    done.resume()
                }
            }
        }

        /// Carries out statements in one transaction, and returns what they give for each row.
        ///
        /// A transaction that the server has given up because of another one is repeated a few times.
        func run<Row: Sendable>(
            _ statements: [PostgresStatement], read: @escaping @Sendable (PostgresRow) throws -> Row
        ) async throws -> [[Row]] {
            var collisions = 0
            while true {
                do {
                    return try await onQueue { try $0.carryOut(statements, read) }
                } catch let failure as PostgresFailure where failure.isCollision && collisions < 5 {
                    collisions += 1
                }
            }
        }

        /// Reads the rows of a statement, which ends when the task is cancelled.
        ///
        /// A connection that is lost meanwhile is made again, once.
        func rows<Row: Sendable>(
            _ statement: PostgresStatement, read: @escaping @Sendable (PostgresRow) throws -> Row
        ) async throws -> [Row] {
            let statements = [statement]
            let id = current.next()
            defer { current.forget(id) }
            return try await withTaskCancellationHandler {
                try await onQueue { connection in
                    let isFirst = connection.connection == nil
                    do {
                        return try connection.carryOut(statements, read, id)
                    } catch let failure as PostgresFailure where failure.state == nil && !isFirst {
                        return try connection.carryOut(statements, read, id)
                    }
                }.first ?? []
            } onCancel: {
                current.cancel(id)
            }
        }

        /// Carries out a script without arguments.
        func script(_ sql: String) async throws {
            try await onQueue { connection in
                guard let result = PQexec(try connection.open(), sql) else {
                    throw PostgresFailure(of: connection.connection)
                }
                defer { PQclear(result) }
                if PQresultStatus(result) == PGRES_FATAL_ERROR { throw PostgresFailure(ofResult: result) }
            }
        }

        private func onQueue<Value: Sendable>(
            _ body: @escaping @Sendable (PostgresConnection) throws -> Value
        ) async throws -> Value {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try body(self) }) }
            }
        }

        // MARK: On the queue

        private func carryOut<Row>(
            _ statements: [PostgresStatement], _ read: (PostgresRow) throws -> Row, _ id: Int? = nil
        ) throws -> [[Row]] {
            let connection = try open()
            let pipeline = PostgresPipeline(
                connection: connection, limit: .now() + settings.answerTimeout,
                keepsStatements: settings.pooler == .none)
            var all = statements
            // A connection of a pooler has the settings of others.
            if settings.pooler == .transaction { all.insert(settings.statement(isLocal: true, name), at: 0) }
            if let id { try current.begin(id, connection) }
            defer { if let id { current.end(id) } }
            do {
                let isSet = all.count > statements.count
                // The pipeline calls the function on this queue, and no more once it has returned.
                nonisolated(unsafe) var isFirst = isSet
                let rows = try pipeline.run(all, names: &names) { row -> Row? in
                    if isFirst {
                        isFirst = false
                        return nil
                    }
                    return try read(row)
                }
                takeNotifications()
                return rows.dropFirst(isSet ? 1 : 0).map { $0.compactMap { $0 } }
            } catch let failure as PostgresFailure where failure.state == nil || PQstatus(connection) != CONNECTION_OK {
                drop()
                throw failure
            }
        }

        /// The connection, which is made if there is none.
        private func open() throws -> OpaquePointer {
            if let connection {
                // The server may have closed one that was idle: its end can be read for ever.
                let socket = PostgresSocket(connection)
                while PQstatus(connection) == CONNECTION_OK {
                    if !socket.isReadable { return connection }
                    if PQconsumeInput(connection) == 0 { break }
                }
                drop()
            }
            try recovery.check()
            do {
                let new = try connect()
                recovery = Recovery()
                return new
            } catch let failure as PostgresFailure {
                drop()
                recovery.note(failure, longest: settings.longestPause)
                throw failure
            }
        }

        private func connect() throws -> OpaquePointer {
            let defaults = [
                ("connect_timeout", "10"), ("tcp_user_timeout", "15000"), ("client_encoding", "UTF8"),
                ("dbname", settings.connection), ("application_name", name),
            ]
            let words = defaults.map { strdup($0.0) } + [nil]
            let values = defaults.map { strdup($0.1) } + [nil]
            defer { for text in words + values { free(text) } }
            let started = words.map { UnsafePointer($0) }.withUnsafeBufferPointer { words in
                values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
                    PQconnectdbParams(words.baseAddress, values.baseAddress, 1)
                }
            }
            guard let new = started else { throw PostgresFailure(state: nil, message: "There is no memory") }
            connection = new
            guard PQstatus(new) == CONNECTION_OK else { throw PostgresFailure(of: new) }
            guard PQserverVersion(new) >= 140_000 else {
                throw PostgresFailure(state: nil, message: "The server is older than PostgreSQL 14")
            }
            // Errors are thrown; notices are for people at a terminal.
            PQsetNoticeProcessor(new, { _, _ in }, nil)
            if settings.pooler == .none {
                let statements = [settings.statement(isLocal: false, name)]
                let listening = hear == nil ? [] : [PostgresStatement("LISTEN oak")]
                let limit = DispatchTime.now() + settings.answerTimeout
                _ = try PostgresPipeline(connection: new, limit: limit, keepsStatements: false)
                    .run(statements + listening, names: &names) { _ in }
                names = [:]
            }
            if let hear {
                source = PostgresSocket(new).whenReadable(on: queue) { [weak self] in self?.takeNotifications() }
                hear([])
            }
            return new
        }

        private func takeNotifications() {
            guard let connection, let hear else { return }
            guard PQconsumeInput(connection) == 1 else {
                // Made again by the next statement, which the store sends each second.
                drop()
                return
            }
            var payloads: [String] = []
            while let notification = PQnotifies(connection) {
                payloads.append(String(cString: notification.pointee.extra))
                PQfreemem(notification)
            }
            if !payloads.isEmpty { hear(payloads) }
        }

        private func drop() {
            source?.cancel()
            source = nil
            if let connection { PQfinish(connection) }
            connection = nil
            names = [:]
        }
    }

    extension PostgresSettings {
        /// How long to wait for the server, which ends statements itself at their limit.
        fileprivate var answerTimeout: TimeInterval { statementTimeout + 5 }

        /// The longest pause between attempts to connect: no longer than that between two renewals of leases.
        fileprivate var longestPause: TimeInterval { min(5, leaseDuration / 3) }

        /// Sets the limits of a session or of a transaction, and where the tables are.
        ///
        /// A statement is planned once, and by the indexes, however few rows a table has at that time.
        fileprivate func statement(isLocal: Bool, _ name: String) -> PostgresStatement {
            PostgresStatement(
                """
                SELECT set_config('search_path', format('%I', $1::text), $5),
                    set_config('statement_timeout', $2, $5), set_config('lock_timeout', $3, $5),
                    set_config('application_name', $4, $5), set_config('timezone', 'UTC', $5),
                    set_config('plan_cache_mode', 'force_generic_plan', $5), set_config('enable_seqscan', 'off', $5),
                    set_config('enable_hashjoin', 'off', $5), set_config('enable_mergejoin', 'off', $5),
                    set_config('jit', 'off', $5),
                    CASE WHEN NOT $5 THEN set_config('default_transaction_isolation', 'read committed', false) END
                """,
                .text(schema), .text("\(Int(statementTimeout * 1000))"), .text("\(Int(lockTimeout * 1000))"),
                .text(name), .bool(isLocal))
        }
    }

    /// The pauses between attempts to connect.
    private struct Recovery {
        private var last: (failure: PostgresFailure, next: DispatchTime, pause: Double)?

        /// - Throws: The failure of the last attempt, in the pause after it.
        func check() throws {
            if let last, DispatchTime.now() < last.next { throw last.failure }
        }

        mutating func note(_ failure: PostgresFailure, longest: TimeInterval) {
            let pause = min(longest, last.map { 2 * $0.pause } ?? 0.1)
            last = (failure, .now() + pause, pause)
        }
    }

    /// The readings of a connection, of which one is under way, and which other threads may cancel.
    private final class CancellablePipeline: Sendable {
        private enum Phase {
            case waiting, cancelled
            case underWay(handle: OpaquePointer?)
        }

        private let pipelines = Protected<(last: Int, phases: [Int: Phase])>((0, [:]))
        /// Makes the requests to cancel, one after the other: libpq connects to the server for each of them.
        private let requests = DispatchQueue(label: "OakPostgres.cancellation")

        func next() -> Int {
            pipelines.withLock { pipelines in
                pipelines.last += 1
                pipelines.phases[pipelines.last] = .waiting
                return pipelines.last
            }
        }

        func begin(_ id: Int, _ connection: OpaquePointer) throws {
            try pipelines.withLock { pipelines in
                if case .cancelled = pipelines.phases[id] { throw CancellationError() }
                pipelines.phases[id] = .underWay(handle: PQgetCancel(connection))
            }
        }

        /// Ends a pipeline once no request to cancel it is on its way, which would hit the next statement.
        func end(_ id: Int) {
            let former = pipelines.withLock { $0.phases.updateValue(.waiting, forKey: id) }
            guard case .underWay(let handle?) = former else { return }
            requests.sync { PQfreeCancel(handle) }
        }

        func forget(_ id: Int) { pipelines.withLock { $0.phases[id] = nil } }

        func cancel(_ id: Int) { requests.async { self.request(id) } }

        private func request(_ id: Int) {
            let handle = pipelines.withLock { pipelines -> OpaquePointer? in
                switch pipelines.phases[id] {
                case .underWay(let handle?): return handle
                case .waiting, .underWay(nil): pipelines.phases[id] = .cancelled
                case .cancelled, nil: break
                }
                return nil
            }
            guard let handle else { return }
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(handle, &message, 256)
            // The server ignores a request that arrives before the statement, so it is made again.
            requests.asyncAfter(deadline: .now() + 0.1) { self.request(id) }
        }
    }
#endif
