#if Postgres
    public import Foundation
    public import OakDurable

    @_documentation(visibility: internal)
    extension PostgresStore {
        public func instance(_ name: InstanceName) async throws -> StoredInstance? {
            try await instances([name]).first
        }

        public func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
            try await read(
                """
                SELECT key, machine, id, version, status, problem, number, created, changed, trials, tags,
                    state, output, change, activities, deadlines
                FROM unnest($1, $2) WITH ORDINALITY AS wanted (m, i, place) JOIN whole ON machine = m AND id = i
                ORDER BY place
                """, .byteStrings(names.map(\.machine.nameBytes)), .byteStrings(names.map(\.id.nameBytes))
            ) { try $0.instance }
        }

        public func summary(of name: InstanceName) async throws -> InstanceSummary? {
            try await read(
                """
                SELECT key, machine, id, version, status, problem, number, created, changed, trials, tags
                FROM summary WHERE machine = $1 AND id = $2
                """, .name(name.machine), .name(name.id)
            ) { try $0.summary }.first
        }

        public func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent]
        {
            try await read(
                """
                SELECT number, version, received, event, context FROM inbox WHERE instance = $1 AND number > $2
                ORDER BY number LIMIT $3
                """, .integer(instance), .integer(number), .integer(max(0, limit)), row: \.event)
        }

        public func waiting(of instance: InstanceKey) async throws -> Int {
            try await read(
                "SELECT count(*) FROM inbox WHERE instance = $1", .integer(instance)
            ) { $0.int(0) }[0]
        }

        public func unfinished(
            in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
        ) async throws -> [InstanceSummary] {
            // Steps from instance to instance in two indexes, so that neither long inboxes nor instances at rest count.
            try await read(
                """
                WITH RECURSIVE waiting (instance) AS (
                    (SELECT instance FROM inbox WHERE instance > $1 ORDER BY instance LIMIT 1)
                    UNION ALL
                    SELECT (SELECT instance FROM inbox WHERE instance > waiting.instance ORDER BY instance LIMIT 1)
                    FROM waiting WHERE waiting.instance IS NOT NULL
                ), busy AS (
                    (SELECT key FROM waiting JOIN instance ON key = waiting.instance
                        WHERE status = 'running' AND shard = ANY ($2) LIMIT $3)
                    UNION
                    (SELECT DISTINCT a.instance FROM activity AS a JOIN instance ON key = a.instance
                        WHERE a.instance > $1 AND NOT returned AND queue IS NULL AND a.shard = ANY ($2)
                            AND status = 'running'
                        ORDER BY a.instance LIMIT $3)
                    ORDER BY key LIMIT $3
                )
                SELECT key, machine, id, version, status, problem, number, created, changed, trials, tags
                FROM busy JOIN summary USING (key) ORDER BY key
                """, .integer(key), .shards(shards.map(\.number)), .integer(max(0, limit))
            ) { try $0.summary }
        }

        public func suspects(
            in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
        ) async throws -> [InstanceSummary] {
            try await read(
                """
                SELECT key, machine, id, version, status, problem, number, created, changed, trials, tags
                FROM summary WHERE key > $1 AND status = 'running' AND trials IS NOT NULL AND shard = ANY ($2)
                ORDER BY key LIMIT $3
                """, .integer(key), .shards(shards.map(\.number)), .integer(max(0, limit))
            ) { try $0.summary }
        }

        public func deadlines(
            in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
        ) async throws -> [DeadlineReference] {
            try await read(
                """
                SELECT due, key, name, d.number, machine, id FROM deadline AS d JOIN instance ON key = instance
                WHERE NOT parked AND d.shard = ANY ($1) AND (due, instance, name) >= ($2, $3, $4)
                    AND ((due, instance, name) <> ($2, $3, $4) OR d.number > $5)
                ORDER BY due, instance, name LIMIT $6
                """, .shards(shards.map(\.number)), .real(last?.due.timeIntervalSinceReferenceDate ?? -.infinity),
                .integer(last?.key ?? 0), .name(last?.name ?? ""), .integer(last?.number ?? -1),
                .integer(max(0, limit)), row: \.deadline)
        }

        public func queued(
            in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int
        ) async throws -> QueuePage {
            let rows = try await read(
                """
                (SELECT key, machine, id, name, a.number, NULL::double precision FROM activity AS a
                    JOIN instance ON key = instance
                    WHERE queue = $1 AND NOT returned AND NOT parked AND next <= $3 AND a.shard = ANY ($2)
                    ORDER BY next, key LIMIT $4)
                UNION ALL
                (SELECT key, machine, id, name, a.number, NULL FROM activity AS a JOIN instance ON key = instance
                    WHERE queue = $1 AND NOT returned AND NOT parked AND next IS NULL AND a.shard = ANY ($2)
                    ORDER BY place LIMIT $4)
                UNION ALL
                SELECT 0, '', '', '', 0, min(next) FROM activity
                    WHERE queue = $1 AND NOT returned AND NOT parked AND next > $3 AND shard = ANY ($2)
                """, .name(queue), .shards(shards.map(\.number)), .time(now), .integer(max(0, limit))
            ) { row in (row.int64(0) == 0 ? nil : row.turn, row.optionalDate(5)) }
            return QueuePage(activities: Array(rows.compactMap(\.0).prefix(max(0, limit))), next: rows.last?.1)
        }

        public func queues(in shards: Set<StoreShard>) async throws -> [String] {
            try await read(
                """
                SELECT DISTINCT queue FROM activity
                WHERE queue IS NOT NULL AND NOT returned AND NOT parked AND shard = ANY ($1) ORDER BY queue
                """, .shards(shards.map(\.number))
            ) { $0.text(0) }
        }

        public func lastRun(of schedule: String) async throws -> Date? {
            try await read("SELECT last FROM schedule WHERE name = $1", .name(schedule)) { $0.date(0) }.first
        }

        public func watchers(of instance: InstanceKey) async throws -> [InstanceName] {
            try await read(
                "SELECT machine, id FROM watch JOIN instance ON key = watcher WHERE target = $1 ORDER BY watcher",
                .integer(instance)
            ) { $0.name(0) }
        }

        public func changes(of machine: String, after position: FeedPosition, limit: Int) async throws
            -> [StoredFeedEntry]
        {
            try await perform {}
            let shards = (0..<self.shares.shards).map { StoreShard($0) }
            return try await read(
                """
                SELECT key, machine, id, version, status, problem, number, created, changed, trials, tags,
                    state, output, change, activities, deadlines
                FROM unnest($2, $3) AS seen (s, n) JOIN LATERAL (
                    SELECT * FROM whole WHERE machine = $1 AND shard = s AND change > n ORDER BY change LIMIT $4
                ) AS found ON true ORDER BY s, change LIMIT $4
                """, .name(machine), .shards(shards.map(\.number)),
                .integers(shards.map { position[$0] }),
                .integer(max(0, limit))
            ) { StoredFeedEntry(number: $0.int64(13), instance: try $0.instance) }
        }

        public func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
            let tags = query.tags.sorted { $0.key < $1.key }
            return try await read(
                """
                SELECT key, machine, id, version, status, problem, number, created, changed, trials, tags
                FROM summary
                WHERE key > $1 AND ($2::bytea IS NULL OR machine = $2) AND status = ANY (string_to_array($3, ','))
                    AND version BETWEEN $4 AND $5
                    AND NOT EXISTS (SELECT 1 FROM unnest($6, $7) AS wanted (n, v) WHERE NOT EXISTS (
                        SELECT 1 FROM tag WHERE tag.instance = key AND tag.name = n AND tag.value = v))
                ORDER BY key LIMIT $8
                """, .integer(query.after), .optional(query.machine?.nameBytes),
                .text(query.statuses.map(\.rawValue).joined(separator: ",")),
                .integer(query.versions?.lowerBound ?? .min), .integer(query.versions?.upperBound ?? .max),
                .byteStrings(tags.map(\.key.nameBytes)), .byteStrings(tags.map(\.value.bytes)),
                .integer(max(0, query.limit))
            ) { try $0.summary }
        }

        public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
            try await read(
                """
                SELECT number, "time", cause, name, version, event, outputs, state, state_version, context
                FROM journal WHERE instance = $1 AND number > $2 ORDER BY number LIMIT $3
                """, .integer(instance), .integer(number), .integer(max(0, limit))
            ) { try $0.journalEntry }
        }
    }
#endif
