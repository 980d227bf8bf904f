#if SQLite
    import Foundation

    extension StoreCommit {
        mutating func add(_ watch: InstanceWatch, of target: InstanceKey) throws {
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

        func watches(of target: InstanceKey) throws -> [InstanceWatch] {
            guard counters.hasWatches else { return [] }
            let sql = """
                SELECT watcher, version, ended, failed, cancelled, context FROM watch WHERE target = ? ORDER BY watcher
                """
            return try connection.rows(sql, [target]) { row in
                InstanceWatch(
                    watcher: row.int64(0), version: row.int(1), context: row.context(5),
                    content: StoredWatch(ended: row.data(2), failed: row.data(3), cancelled: row.data(4)))
            }
        }

        func summary(of instance: InstanceKey) throws -> (name: InstanceName, status: InstanceStatus)? {
            try connection.first("SELECT machine, id, status FROM instance WHERE key = ?", [instance]) {
                ($0.name(0), $0.status(2))
            }
        }
    }
#endif
