#if SQLite
    public import Foundation

    extension StoreConnection {
        func instance(_ name: InstanceName) throws -> StoredInstance? {
            let sql = "SELECT \(StoreReads.instance) FROM instance WHERE machine = ? AND id = ?"
            guard let found = try first(sql, [name.machine.asName, name.id.asName], read: \.instance) else {
                return nil
            }
            return try complete(found)
        }

        /// The key of the instance with a name.
        func key(of name: InstanceName) throws -> InstanceKey? {
            let sql = "SELECT key FROM instance WHERE machine = ? AND id = ?"
            return try first(sql, [name.machine.asName, name.id.asName]) { $0.int64(0) }
        }

        func changes(of machine: String, after number: ChangeNumber, limit: Int) throws -> [StoredFeedEntry] {
            let found = try rows(StoreReads.changes, [machine.asName, number, max(0, limit)]) {
                ($0.int64(12), $0.instance)
            }
            return try found.map { StoredFeedEntry(number: $0, instance: try complete($1)) }
        }

        /// Adds what other tables have of an instance.
        private func complete(_ found: StoredInstance) throws -> StoredInstance {
            var instance = found
            instance.tags = try tags(of: instance.key)
            let activities = """
                SELECT name, number, returned, context, queue, failed, next, pause FROM activity
                WHERE instance = ? ORDER BY name
                """
            instance.activities = try rows(activities, [instance.key]) { row in
                StoredActivity(
                    name: row.text(0), number: row.int(1), hasReturned: row.bool(2), context: row.context(3),
                    queue: row.optionalText(4),
                    attempts: row.optionalDate(6).map {
                        StoredAttempts(failed: row.int(5), next: $0, pause: row.double(7))
                    })
            }
            let deadlines = """
                SELECT name, number, due, duration, policy, version, event, original FROM deadline
                WHERE instance = ? ORDER BY name
                """
            instance.deadlines = try rows(deadlines, [instance.key]) {
                StoredDeadline(
                    name: $0.text(0), number: $0.int(1), due: $0.date(2), original: $0.optionalDate(7),
                    duration: $0.double(3),
                    policy: DeadlinePolicy(rawValue: $0.text(4)) ?? .original, version: $0.int(5), event: $0.data(6))
            }
            return instance
        }

        func tags(of instance: InstanceKey) throws -> [String: DurableTag] {
            let tags = try rows("SELECT name, value FROM tag WHERE instance = ?", [instance]) {
                ($0.text(0), $0.tag(1))
            }
            return Dictionary(tags) { $1 }
        }
    }

    @_documentation(visibility: internal)
    extension SQLiteStore {
        public func instance(_ name: InstanceName) async throws -> StoredInstance? {
            try await read { try $0.instance(name) }
        }

        public func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
            try await read { try names.compactMap($0.instance) }
        }

        public func inbox(
            of instance: InstanceKey, after number: EventNumber, limit: Int
        ) async throws -> [StoredEvent] {
            try await rows(
                """
                SELECT number, version, received, event, context FROM inbox WHERE instance = ? AND number > ?
                ORDER BY number LIMIT ?
                """, instance, number, max(0, limit), read: \.event)
        }

        public func waiting(of instance: InstanceKey) async throws -> Int {
            try await rows("SELECT count(*) FROM inbox WHERE instance = ?", instance) { $0.int(0) }[0]
        }

        public func unfinished(
            in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
        ) async throws -> [InstanceSummary] {
            // Steps from instance to instance in two indexes, so that neither long inboxes nor instances at rest count.
            try await rows(StoreReads.unfinished, key, key, max(0, limit), read: \.summary)
        }

        public func suspects(
            in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
        ) async throws -> [InstanceSummary] {
            try await rows(StoreReads.suspects, key, max(0, limit), read: \.summary)
        }

        public func deadlines(
            in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
        ) async throws -> [DeadlineReference] {
            guard let last else { return try await rows(StoreReads.deadlines, max(0, limit), read: \.deadline) }
            return try await rows(
                StoreReads.deadlinesAfter, last.due, last.key, last.name.asName, last.number, max(0, limit),
                read: \.deadline)
        }

        public func queued(
            in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int
        ) async throws -> QueuePage {
            try await read { connection in
                let (queue, limit) = (queue.asName, max(0, limit))
                var activities = try connection.rows(StoreReads.queuedAgain, [queue, now, limit], read: \.turn)
                activities += try connection.rows(
                    StoreReads.queued, [queue, limit - activities.count], read: \.turn)
                let next = try connection.first(StoreReads.nextAttempt, [queue, now]) { $0.optionalDate(0) }
                return QueuePage(activities: activities, next: next ?? nil)
            }
        }

        public func queues(in shards: Set<StoreShard>) async throws -> [String] {
            try await rows(StoreReads.queues) { $0.text(0) }
        }

        public func watchers(of instance: InstanceKey) async throws -> [InstanceName] {
            try await rows(
                """
                SELECT machine, id FROM watch CROSS JOIN instance ON instance.key = watcher WHERE target = ?
                ORDER BY watcher
                """, instance
            ) { $0.name(0) }
        }

        public func lastRun(of schedule: String) async throws -> Date? {
            try await rows("SELECT last FROM schedule WHERE name = ?", schedule.asName) { $0.date(0) }.first
        }

        public func changes(
            of machine: String, after position: FeedPosition, limit: Int
        ) async throws -> [StoredFeedEntry] {
            try await read { try $0.changes(of: machine, after: position[.first], limit: limit) }
        }

        public func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
            try await read { try $0.list(query) }
        }

        public func count(_ query: InstanceQuery) async throws -> Int {
            try await read { try $0.count(query) }
        }

        public func counts(of machine: String) async throws -> [InstanceStatus: Int]? {
            try await read { try $0.counts(of: machine) }
        }

        public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
            try await rows(
                """
                SELECT number, time, cause, name, version, event, outputs, state, state_version, context FROM journal
                WHERE instance = ? AND number > ? ORDER BY number LIMIT ?
                """, instance, number, max(0, limit)
            ) { try $0.journalEntry }
        }
    }

    /// The queries that every start makes.
    enum StoreReads {
        /// The columns of a summary.
        static let summary = """
            instance.key, instance.machine, id, version, instance.status, problem, number, created, changed, trials
            """

        /// The columns of an instance.
        static let instance = "\(summary), state, output, change"

        static let arrivals = """
            SELECT arrival.number, machine, id, inbox.version, received, event, context
            FROM arrival CROSS JOIN instance ON instance.key = arrival.instance
                CROSS JOIN inbox ON inbox.instance = arrival.instance AND inbox.number = arrival.number
            WHERE status = 'running' ORDER BY arrival.number LIMIT ?
            """

        static let furtherArrivals = """
            SELECT DISTINCT machine, id FROM arrival CROSS JOIN instance ON instance.key = arrival.instance
            WHERE status = 'running' AND arrival.number > ?
            """

        static let changes = """
            SELECT \(instance) FROM instance WHERE machine = ? AND change > ? ORDER BY change LIMIT ?
            """

        static let unfinished = """
            WITH RECURSIVE waiting (key) AS (
                SELECT min(key) FROM (
                    SELECT min(instance) AS key FROM inbox WHERE instance > ?
                    UNION ALL SELECT min(instance) FROM activity
                        WHERE returned = 0 AND queue IS NULL AND instance > ?)
                UNION ALL
                SELECT (SELECT min(key) FROM (
                    SELECT min(instance) AS key FROM inbox WHERE instance > waiting.key
                    UNION ALL SELECT min(instance) FROM activity
                        WHERE returned = 0 AND queue IS NULL AND instance > waiting.key))
                FROM waiting WHERE waiting.key IS NOT NULL)
            SELECT \(summary) FROM waiting CROSS JOIN instance ON instance.key = waiting.key
            WHERE status = 'running' LIMIT ?
            """

        static let suspects = """
            SELECT \(summary) FROM instance WHERE trials IS NOT NULL AND status = 'running' AND key > ?
            ORDER BY key LIMIT ?
            """

        static let deadlines = deadlines(where: "parked = 0")
        static let deadlinesAfter = deadlines(
            where:
                "parked = 0 AND (due, deadline.instance, name, deadline.number) > (?, ?, ?, ?)")

        private static func deadlines(where condition: String) -> String {
            """
            SELECT due, deadline.instance, name, deadline.number, machine, id
            FROM deadline INDEXED BY deadline_due CROSS JOIN instance ON instance.key = deadline.instance
            WHERE \(condition) ORDER BY due, deadline.instance, name LIMIT ?
            """
        }

        static let queued = queued(where: "next IS NULL", orderedBy: "place")
        static let queuedAgain = queued(where: "next <= ?", orderedBy: "next, place")

        private static func queued(where condition: String, orderedBy order: String) -> String {
            """
            SELECT activity.instance, machine, id, name, activity.number
            FROM activity INDEXED BY activity_queue CROSS JOIN instance ON instance.key = activity.instance
            WHERE queue = ? AND \(condition) AND returned = 0 AND parked = 0 ORDER BY \(order) LIMIT ?
            """
        }

        static let nextAttempt = """
            SELECT min(next) FROM activity INDEXED BY activity_queue
            WHERE queue = ? AND next > ? AND returned = 0 AND parked = 0
            """

        static let queues = """
            WITH RECURSIVE queues (name) AS (
                SELECT min(queue) FROM activity WHERE queue IS NOT NULL AND returned = 0 AND parked = 0
                UNION ALL SELECT (
                    SELECT min(queue) FROM activity WHERE queue > queues.name AND returned = 0 AND parked = 0)
                FROM queues WHERE queues.name IS NOT NULL)
            SELECT name FROM queues WHERE name IS NOT NULL
            """

        /// As many instances of a machine with a tag as the limit allows.
        static let tagged = "SELECT 1 FROM tag WHERE machine = ? AND name = ? AND value = ? LIMIT ?"

        static let counts = "SELECT status, count FROM instance_count WHERE machine = ?"

        static let machines = """
            WITH RECURSIVE machines (name) AS (
                SELECT min(machine) FROM instance
                UNION ALL SELECT (SELECT min(machine) FROM instance WHERE machine > machines.name)
                FROM machines WHERE machines.name IS NOT NULL)
            SELECT name FROM machines WHERE name IS NOT NULL
            """
    }

    extension StoreRow {
        /// The value of a tag in a column.
        func tag(_ column: CInt) -> DurableTag { isInteger(column) ? .integer(int(column)) : .text(text(column)) }

        /// The status in a column; a text that is none was written by hand, and makes the instance a failed one.
        func status(_ column: CInt) -> InstanceStatus { InstanceStatus(rawValue: text(column)) ?? .failed }

        /// The summary in the first columns.
        var summary: InstanceSummary {
            let unknown = InstanceStatus(rawValue: text(4)) == nil ? "The store has an unknown status: \(text(4))" : nil
            return InstanceSummary(
                key: int64(0), name: name(1), version: int(3), status: status(4),
                problem: unknown ?? optionalText(5), trials: optionalInt(9), number: int(6), created: date(7),
                changed: date(8))
        }

        /// The row of an instance in the first columns; other tables have the rest.
        var instance: StoredInstance {
            StoredInstance(summary, state: data(10), output: optionalData(11), isFollowed: !isNull(12))
        }
    }
#endif
