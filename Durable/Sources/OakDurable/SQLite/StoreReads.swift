#if SQLite
    import Foundation

    extension StoreConnection {
        func instances(_ names: [InstanceName]) throws -> [StoredInstance] { try names.compactMap(instance) }

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

        func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) throws -> [StoredEvent] {
            try rows(
                """
                SELECT number, version, received, event, context FROM inbox WHERE instance = ? AND number > ?
                ORDER BY number LIMIT ?
                """, [instance, number, max(0, limit)]
            ) {
                StoredEvent(
                    number: $0.int64(0), version: $0.int(1), received: $0.date(2), event: $0.data(3),
                    context: $0.context(4))
            }
        }

        func journal(of instance: InstanceKey, after number: Int, limit: Int) throws -> [JournalEntry] {
            try rows(
                """
                SELECT number, time, cause, name, version, event, outputs, context, state, state_version FROM journal
                WHERE instance = ? AND number > ? ORDER BY number LIMIT ?
                """, [instance, number, max(0, limit)]
            ) { row in
                guard let cause = JournalEntry.Cause(kind: row.text(2), name: row.optionalText(3)) else {
                    throw DurableError.storeFailed(
                        "Entry \(row.int(0)) in the journal of instance \(instance) has an unknown cause.")
                }
                return JournalEntry(
                    number: row.int(0), time: row.date(1), cause: cause, version: row.int(4),
                    event: row.optionalData(5), outputs: row.optionalData(6), state: row.optionalData(8),
                    stateVersion: row.isNull(9) ? nil : row.int(9), context: row.context(7))
            }
        }

        func lastRun(of schedule: String) throws -> Date? {
            try first("SELECT last FROM schedule WHERE name = ?", [schedule.asName]) { $0.date(0) }
        }

        func waiting(of instance: InstanceKey) throws -> Int {
            try first("SELECT count(*) FROM inbox WHERE instance = ?", [instance]) { $0.int(0) } ?? 0
        }

        func unfinished(after key: InstanceKey, limit: Int) throws -> [InstanceSummary] {
            // Steps from instance to instance in two indexes, so that neither long inboxes nor instances at rest count.
            try rows(StoreReads.unfinished, [key, key, max(0, limit)], read: \.summary)
        }

        func queued(in queue: String, at now: Date, limit: Int) throws -> QueuePage {
            let limit = max(0, limit)
            func turn(_ row: StoreRow) -> QueuedActivity {
                QueuedActivity(
                    key: row.int64(0), instance: InstanceName(machine: row.text(1), id: row.text(2)),
                    activity: row.text(3), number: row.int(4))
            }
            var activities = try rows(StoreReads.queuedAgain, [queue.asName, now, limit], read: turn)
            activities += try rows(StoreReads.queued, [queue.asName, limit - activities.count], read: turn)
            let next = try first(StoreReads.nextAttempt, [queue.asName, now]) { $0.optionalDate(0) }
            return QueuePage(activities: activities, next: next ?? nil)
        }

        func watchers(of target: InstanceKey) throws -> [InstanceName] {
            let sql = """
                SELECT machine, id FROM watch CROSS JOIN instance ON instance.key = watcher WHERE target = ?
                ORDER BY watcher
                """
            return try rows(sql, [target]) { InstanceName(machine: $0.text(0), id: $0.text(1)) }
        }

        func queues() throws -> [String] { try rows(StoreReads.queues) { $0.text(0) } }

        func suspects(after key: InstanceKey, limit: Int) throws -> [InstanceSummary] {
            try rows(StoreReads.suspects, [key, max(0, limit)], read: \.summary)
        }

        func deadlines(after last: DeadlineReference?, limit: Int) throws -> [DeadlineReference] {
            var arguments: [any StoreArgument] = [max(0, limit)]
            if let last { arguments = [last.due, last.key, last.name.asName, last.number] + arguments }
            return try rows(last == nil ? StoreReads.deadlines : StoreReads.deadlinesAfter, arguments) {
                DeadlineReference(
                    due: $0.date(5), key: $0.int64(0), name: $0.text(3), number: $0.int(4),
                    instance: InstanceName(machine: $0.text(1), id: $0.text(2)))
            }
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
            SELECT deadline.instance, machine, id, name, deadline.number, due
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

        /// The tracing context in a column; empty if there is none, or nobody can read it.
        func context(_ column: CInt) -> TraceContext {
            TraceContext(text: optionalText(column))
        }

        /// The status in a column; a text that is none was written by hand, and makes the instance a failed one.
        func status(_ column: CInt) -> InstanceStatus { InstanceStatus(rawValue: text(column)) ?? .failed }

        /// The summary in the first columns.
        var summary: InstanceSummary {
            let unknown = InstanceStatus(rawValue: text(4)) == nil ? "The store has an unknown status: \(text(4))" : nil
            return InstanceSummary(
                key: int64(0), name: InstanceName(machine: text(1), id: text(2)), version: int(3), status: status(4),
                problem: unknown ?? optionalText(5), trials: isNull(9) ? nil : int(9), number: int(6), created: date(7),
                changed: date(8))
        }

        /// The row of an instance in the first columns; other tables have the rest.
        var instance: StoredInstance {
            StoredInstance(summary, state: data(10), output: optionalData(11), isFollowed: !isNull(12))
        }
    }
#endif
