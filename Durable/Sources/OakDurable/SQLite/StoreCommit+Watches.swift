#if SQLite
    import Foundation

    extension StoreCommit {
        /// Lets an instance wait for the end of another one, or tells it at once.
        ///
        /// - Parameters:
        ///   - target: The other instance; `nil` if there is none.
        ///   - watch: The watch.
        ///   - hasEnded: Whether the macrostep has ended the watcher, and with it its watches.
        mutating func watch(
            _ target: (key: InstanceKey, status: InstanceStatus)?, _ watch: InstanceWatch, hasEnded: Bool
        ) throws -> StoreAnswer {
            if hasEnded { return .done }
            guard let target else {
                return try StoreAnswer.missing.telling(tell(watch, watch.content.cancelled).map { [$0] } ?? [])
            }
            if !target.status.isSettled { try add(watch, of: target.key) }
            let notice = try watch.content.event(for: target.status).flatMap { try tell(watch, $0) }
            let answer: StoreAnswer = target.status.isSettled ? .refused(target.status) : .done
            return answer.telling(notice.map { [$0] } ?? [])
        }

        private mutating func add(_ watch: InstanceWatch, of target: InstanceKey) throws {
            counters.hasWatches = true
            try connection.run(
                """
                REPLACE INTO watch (target, watcher, version, ended, failed, cancelled, context)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    target, watch.watcher, watch.version, watch.content.ended, watch.content.failed,
                    watch.content.cancelled, watch.context.asText,
                ])
        }

        /// Tells the watchers of an instance about its new condition.
        mutating func tell(of target: InstanceKey, _ status: InstanceStatus) throws -> [StoredNotice] {
            guard counters.hasWatches, status != .running else { return [] }
            let sql = """
                SELECT watcher, version, ended, failed, cancelled, context FROM watch WHERE target = ? ORDER BY watcher
                """
            let watches = try connection.rows(sql, [target]) { row in
                InstanceWatch(
                    watcher: row.int64(0), version: row.int(1), context: row.context(5),
                    content: StoredWatch(ended: row.data(2), failed: row.data(3), cancelled: row.data(4)))
            }
            return try watches.compactMap { watch in
                try watch.content.event(for: status).flatMap { try tell(watch, $0) }
            }
        }

        private mutating func tell(_ watch: InstanceWatch, _ event: Data) throws -> StoredNotice? {
            let watcher = try connection.first(
                "SELECT machine, id, status FROM instance WHERE key = ?", [watch.watcher]
            ) { (InstanceName(machine: $0.text(0), id: $0.text(1)), $0.status(2)) }
            guard let (name, status) = watcher,
                let number = try receive(event, watch.version, for: watch.watcher, status, in: watch.context).number
            else { return nil }
            return StoredNotice(
                to: name,
                StoredEvent(
                    number: number, version: watch.version, received: now, event: event, context: watch.context))
        }
    }
#endif
