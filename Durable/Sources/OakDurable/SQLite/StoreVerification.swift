#if SQLite
    import Foundation

    extension SQLiteStore {
        /// Examines the open file: its pages, and the rows that belong together.
        ///
        /// The pages are examined by SQLite's `quick_check`. Damage that it does not see, such as a changed byte of a
        /// state, is found when the instance is read.
        ///
        /// - Returns: A sentence for each fault; empty for a sound store.
        /// - Throws: ``DurableError/storeFailed(_:)`` if the store is not open, or a page cannot be read.
        /// - Complexity: O(*n*) for a file of *n* bytes. Transactions go on meanwhile.
        public func verify() async throws -> [String] {
            try await read { try $0.faults() }
        }
    }

    extension StoreConnection {
        fileprivate func faults() throws -> [String] {
            let pages = try rows("PRAGMA quick_check(100)") { $0.text(0) }.filter { $0 != "ok" }
            if !pages.isEmpty { return pages }
            let faults = try StoreFaults.all.flatMap { fault in
                try rows(fault.sql) { "Instance \($0.int64(0)) \(fault.name)." }
            }
            return try faults
                + rows(StoreFaults.counts) { "The machine \($0.text(0)) has another number of instances." }
        }
    }

    /// The rows that do not belong together.
    private enum StoreFaults {
        /// The machines whose kept numbers of instances are wrong.
        static let counts = """
            SELECT DISTINCT machine FROM (
                SELECT machine, status, count(*) AS count FROM instance GROUP BY machine, status
                UNION ALL SELECT machine, status, -count FROM instance_count)
            GROUP BY machine, status HAVING sum(count) <> 0
            """

        static let all: [(name: String, sql: String)] = ofTables + others.map { ($0.key, $0.value) }

        private static let ofTables: [(name: String, sql: String)] =
            ["inbox", "deduplication", "activity", "deadline", "journal", "tag"].map { table in
                (
                    "has rows in the table \(table), and does not exist",
                    "SELECT DISTINCT instance FROM \(table) WHERE instance NOT IN (SELECT key FROM instance) LIMIT 100"
                )
            }

        private static let others: KeyValuePairs = [
            "watches another one, and has ended or does not exist": """
            SELECT DISTINCT watcher FROM watch LEFT JOIN instance ON instance.key = watcher
            WHERE instance.key IS NULL OR settled IS NOT NULL LIMIT 100
            """,
            "is watched, and does not exist":
                "SELECT DISTINCT target FROM watch WHERE target NOT IN (SELECT key FROM instance) LIMIT 100",
            "has an unknown status":
                "SELECT key FROM instance WHERE status NOT IN ('running', 'ended', 'failed', 'cancelled') LIMIT 100",
            "has a deadline that is parked although the instance runs, or the other way round": """
            SELECT DISTINCT key FROM deadline JOIN instance ON key = instance
            WHERE parked <> (status <> 'running') LIMIT 100
            """,
            "has a tag with another status": """
            SELECT DISTINCT key FROM tag JOIN instance ON key = instance
            WHERE tag.status <> instance.status LIMIT 100
            """,
            "has ended, and has waiting events, activities or deadlines": """
            SELECT key FROM instance WHERE settled IS NOT NULL AND (
                EXISTS (SELECT 1 FROM inbox WHERE instance = key)
                OR EXISTS (SELECT 1 FROM activity WHERE instance = key)
                OR EXISTS (SELECT 1 FROM deadline WHERE instance = key)) LIMIT 100
            """,
            "has another number than the last entry of its journal": """
            SELECT key FROM instance WHERE number > 0
                AND number <> (SELECT max(number) FROM journal WHERE instance = key) LIMIT 100
            """,
            "has another state than the last entry of its journal": """
            SELECT key FROM instance JOIN journal ON journal.instance = key AND journal.number = instance.number
            WHERE journal.state <> instance.state LIMIT 100
            """,
            "has a greater key than the store has given":
                "SELECT key FROM instance WHERE key > (SELECT last_instance FROM lease) LIMIT 100",
            "has an event with a greater number than the store has given":
                "SELECT instance FROM inbox WHERE number > (SELECT last_event FROM lease) LIMIT 100",
            "has a change with a greater number than the store has given":
                "SELECT key FROM instance WHERE change > (SELECT last_event FROM lease) LIMIT 100",
        ]
    }
#endif
