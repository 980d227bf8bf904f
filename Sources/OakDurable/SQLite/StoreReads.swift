#if SQLite
    import Foundation

    extension StoreConnection {
        func instance(_ name: InstanceName) throws -> StoredInstance? {
            let found = try first(
                """
                SELECT key, machine, id, version, status, problem, number, state, output, created, changed
                FROM instance WHERE machine = ? AND id = ?
                """
            ) {
                $0.bind(name: name.machine)
                $0.bind(name: name.id)
            } read: { row in
                StoredInstance(
                    key: row.int64(0), name: InstanceName(machine: row.text(1), id: row.text(2)), version: row.int(3),
                    status: row.status(4), problem: row.problem(5, status: 4), number: row.int(6), state: row.data(7),
                    output: row.optionalData(8), created: row.date(9), changed: row.date(10))
            }
            guard var instance = found else { return nil }
            let activities = "SELECT name, number, returned FROM activity WHERE instance = ? ORDER BY name"
            instance.activities = try rows(activities) {
                $0.bind(instance.key)
            } read: {
                StoredActivity(name: $0.text(0), number: $0.int(1), hasReturned: $0.bool(2))
            }
            let deadlines = """
                SELECT name, number, due, duration, policy, version, event FROM deadline
                WHERE instance = ? ORDER BY name
                """
            instance.deadlines = try rows(deadlines) {
                $0.bind(instance.key)
            } read: {
                StoredDeadline(
                    name: $0.text(0), number: $0.int(1), due: $0.date(2), duration: $0.double(3),
                    policy: DeadlinePolicy(rawValue: $0.text(4)) ?? .original, version: $0.int(5), event: $0.data(6))
            }
            return instance
        }

        func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) throws -> [StoredEvent] {
            try rows(
                """
                SELECT number, version, received, event FROM inbox WHERE instance = ? AND number > ?
                ORDER BY number LIMIT ?
                """
            ) {
                $0.bind(instance)
                $0.bind(number)
                $0.bind(max(0, limit))
            } read: {
                StoredEvent(number: $0.int64(0), version: $0.int(1), received: $0.date(2), event: $0.data(3))
            }
        }

        func journal(of instance: InstanceKey, after number: Int, limit: Int) throws -> [JournalEntry] {
            try rows(
                """
                SELECT number, time, cause, name, version, event, outputs FROM journal
                WHERE instance = ? AND number > ? ORDER BY number LIMIT ?
                """
            ) {
                $0.bind(instance)
                $0.bind(number)
                $0.bind(max(0, limit))
            } read: { row in
                guard let cause = JournalEntry.Cause(kind: row.text(2), name: row.optionalText(3)) else {
                    throw DurableError.storeFailed(
                        "Entry \(row.int(0)) in the journal of instance \(instance) has an unknown cause.")
                }
                return JournalEntry(
                    number: row.int(0), time: row.date(1), cause: cause, version: row.int(4),
                    event: row.optionalData(5), outputs: row.optionalData(6))
            }
        }

        func unfinished(after key: InstanceKey, limit: Int) throws -> [InstanceReference] {
            // Steps from instance to instance in two indexes, so that neither long inboxes nor instances at rest count.
            try rows(StoreReads.unfinished) {
                for _ in 1...2 { $0.bind(key) }
                $0.bind(max(0, limit))
            } read: {
                InstanceReference(key: $0.int64(0), name: InstanceName(machine: $0.text(1), id: $0.text(2)))
            }
        }

        func deadlines(after position: DeadlinePosition?, limit: Int) throws -> [DeadlineReference] {
            try rows(position == nil ? StoreReads.deadlines : StoreReads.deadlinesAfter) {
                if let position {
                    $0.bind(position.due)
                    $0.bind(position.instance)
                    $0.bind(name: position.name)
                }
                $0.bind(max(0, limit))
            } read: {
                DeadlineReference(
                    instance: InstanceReference(
                        key: $0.int64(0), name: InstanceName(machine: $0.text(1), id: $0.text(2))),
                    name: $0.text(3), number: $0.int(4), due: $0.date(5))
            }
        }
    }

    /// The queries that every start makes.
    enum StoreReads {
        static let unfinished = """
            WITH RECURSIVE waiting (key) AS (
                SELECT min(key) FROM (
                    SELECT min(instance) AS key FROM inbox WHERE instance > ?
                    UNION ALL SELECT min(instance) FROM activity WHERE returned = 0 AND instance > ?)
                UNION ALL
                SELECT (SELECT min(key) FROM (
                    SELECT min(instance) AS key FROM inbox WHERE instance > waiting.key
                    UNION ALL SELECT min(instance) FROM activity WHERE returned = 0 AND instance > waiting.key))
                FROM waiting WHERE waiting.key IS NOT NULL)
            SELECT waiting.key, machine, id FROM waiting CROSS JOIN instance ON instance.key = waiting.key
            WHERE status = 'running' LIMIT ?
            """

        static let deadlines = deadlines(where: "parked = 0")
        static let deadlinesAfter = deadlines(where: "parked = 0 AND (due, instance, name) > (?, ?, ?)")

        private static func deadlines(where condition: String) -> String {
            """
            SELECT deadline.instance, machine, id, name, deadline.number, due
            FROM deadline INDEXED BY deadline_due CROSS JOIN instance ON instance.key = deadline.instance
            WHERE \(condition) ORDER BY due, deadline.instance, name LIMIT ?
            """
        }
    }

    extension StoreRow {
        /// The status in a column; a text that is none was written by hand, and makes the instance a failed one.
        func status(_ column: CInt) -> InstanceStatus { InstanceStatus(rawValue: text(column)) ?? .failed }

        func problem(_ column: CInt, status: CInt) -> String? {
            let status = text(status)
            return InstanceStatus(rawValue: status) == nil
                ? "The store has an unknown status: \(status)" : optionalText(column)
        }
    }
#endif
