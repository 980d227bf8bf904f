#if Postgres
    public import Foundation
    import Oak
    public import OakDurable

    @_documentation(visibility: internal)
    extension PostgresStore {
        public func send(
            _ message: StoredMessage, deduplication: String?, at now: Date
        ) async throws -> StoreAnswer {
            // The shard of a new instance depends on the number of shards.
            try await perform {}
            let statement = statement(for: message, deduplication, at: now)
            let target = message.target
            return try await withCheckedThrowingContinuation { continuation in
                let isFirst = messages.add(
                    MessageQueue.Entry(target: target, statement: statement, continuation: continuation))
                if isFirst { Task { await self.sendAll() } }
            }
        }

        /// Sends the messages that wait, each time those that have come meanwhile in one transaction.
        private func sendAll() async {
            while let entries = messages.takeSome() {
                if await send(entries) { continue }
                // One of them may be at fault.
                for entry in entries where !(await send([entry])) {}
            }
        }

        /// Sends messages in one transaction.
        ///
        /// - Returns: Whether the senders have an answer or an error.
        private func send(_ entries: [MessageQueue.Entry]) async -> Bool {
            let locks = PostgresStatement(
                "SELECT 'null'::jsonb FROM lock_instances('{}', $1, $2)",
                .byteStrings(entries.map(\.target.machine.nameBytes)), .byteStrings(entries.map(\.target.id.nameBytes)))
            let statements = [locks] + entries.map(\.statement)
            do {
                let results = try await sender.run(statements) { $0.json(0) }
                for (entry, result) in zip(entries, results.dropFirst()) {
                    entry.continuation.resume(
                        with: Result {
                            guard let document = result.first else { throw AnswerDocument.missing }
                            return try AnswerDocument.answer(in: document)
                        })
                }
            } catch {
                let failure = error as? PostgresFailure
                // The server has kept nothing.
                if entries.count > 1, failure?.tellsOutcome ?? false { return false }
                for entry in entries { entry.continuation.resume(throwing: failure?.error ?? error) }
            }
            return true
        }

        private func statement(
            for message: StoredMessage, _ deduplication: String?, at now: Date
        ) -> PostgresStatement {
            let target = message.target
            switch message.content {
            case .start(let new):
                return creation(new, target, shard(of: target), isMessage: true, now)
            case .event(let event, let version):
                return PostgresStatement(
                    "SELECT send_event($1, $2, $3, $4, $5, $6, $7)", .name(target.machine), .name(target.id),
                    .bytes(event), .integer(version), .optional(deduplication?.nameBytes),
                    .optional(message.context.asText), .time(now))
            // Nobody but an instance watches.
            case .watch: return PostgresStatement("SELECT answer('missing')")
            }
        }
    }

    /// Messages that wait for the connection.
    final class MessageQueue: @unchecked Sendable {
        struct Entry {
            let target: InstanceName
            let statement: PostgresStatement
            let continuation: CheckedContinuation<StoreAnswer, any Error>
        }

        private let lock = Lock()
        private var entries: [Entry] = []
        private var isSending = false

        /// - Returns: Whether nobody sends, so that the caller has to.
        func add(_ entry: Entry) -> Bool {
            lock.withLock {
                entries.append(entry)
                defer { isSending = true }
                return !isSending
            }
        }

        /// - Returns: Entries that wait, in their order; `nil` if there are none, and the caller sends no more.
        func takeSome() -> [Entry]? {
            lock.withLock {
                let some = entries.prefix(Self.most)
                entries.removeFirst(some.count)
                isSending = !some.isEmpty
                return some.isEmpty ? nil : Array(some)
            }
        }

        private static var most: Int { 500 }
    }
#endif
