#if SQLite
    import Foundation

    /// The numbers that each transaction of an owner goes on with.
    struct StoreCounters {
        /// The key of the latest instance.
        var lastInstance: InstanceKey = 0
        /// The number of the latest event.
        var lastEvent: EventNumber = 0
        /// The number of transactions so far, by which a file that has lost some is told.
        var transactions: Int64 = 0
        /// A number that no generation has had: the owners of a file that a backup has replaced made as many
        /// transactions.
        var leastGeneration: Int64 = 0
        /// The latest time at which a deadline began, as its due time and its duration tell.
        ///
        /// Unless it is ahead of the clock, the clock was not set back, and no claim needs to look at deadlines that
        /// stay where they are.
        var latestStart = -Double.infinity
        /// Whether any instance may watch another one.
        var hasWatches = false
        /// The latest arrival that may be in the file, and the one up to which the owner has been told.
        var arrivals = (latest: 0, told: 0)
    }

    extension StoreConnection {
        /// Makes an owner the current one, in a transaction.
        func claim(by owner: StoreOwner, _ counters: inout StoreCounters, at now: Date) throws -> StoreLease {
            let sql = """
                SELECT generation, seen, last_instance, last_event, transactions, latest_start, owner_id FROM lease
                WHERE shard = 0
                """
            let found = try first(sql) { row in
                (
                    lease: StoreLease(
                        owner: owner,
                        generation: Int(
                            try next(after: max(row.int64(0), counters.leastGeneration), "generation")),
                        lastSeen: row.optionalDate(1), followsCrash: !row.isNull(6)),
                    counters: StoreCounters(
                        lastInstance: row.int64(2), lastEvent: row.int64(3),
                        transactions: try next(after: row.int64(4), "number of transactions"),
                        latestStart: row.isNull(5) ? -.infinity : row.double(5),
                        hasWatches: try number("SELECT EXISTS (SELECT 1 FROM watch)") > 0)
                )
            }
            guard let found else { throw DurableError.storeFailed("The store has lost its lease.") }
            let lease = found.lease
            let arrivals = counters.arrivals
            counters = found.counters
            counters.arrivals = arrivals
            // The owner reads all inboxes.
            try run("DELETE FROM arrival")
            try moveDeadlines(at: now, lastSeen: lease.lastSeen ?? now, latestStart: counters.latestStart)
            counters.latestStart = max(counters.latestStart, now.timeIntervalSinceReferenceDate)
            try run(
                """
                UPDATE lease SET generation = ?, owner = ?, owner_id = ?, seen = ?, latest_start = ?, transactions = ?
                """,
                [
                    lease.generation, owner.name, owner.id.uuidString, now, counters.latestStart,
                    counters.transactions,
                ])
            return lease
        }

        /// Moves each deadline as ``StoredDeadline/resume(at:lastSeen:)`` does.
        private func moveDeadlines(at now: Date, lastSeen: Date, latestStart: Double) throws {
            try run(StoreMoves.restore, [now])
            try run(StoreMoves.again, [now])
            if now >= lastSeen { try run(StoreMoves.remaining, [now.timeIntervalSince(lastSeen), now]) }
            guard latestStart > now.timeIntervalSinceReferenceDate else { return }
            try run(StoreMoves.setBack, [now, now])
            try run("UPDATE activity SET next = ?1 + pause WHERE next > ?1 + pause", [now])
        }

        /// Ends the ownership of the current lease, in a transaction.
        func release(_ lease: StoreLease, at now: Date) throws {
            let count = try run(
                """
                UPDATE lease SET owner = NULL, owner_id = NULL, seen = ?, transactions = transactions + 1
                WHERE shard = 0 AND generation = ? AND owner_id = ?
                """, [now, lease.generation, lease.owner.id.uuidString])
            if count == 0 { throw try ownershipLost() }
        }

        /// Renews the current lease, and refuses any other.
        func renew(_ lease: StoreLease, counters: StoreCounters, at now: Date) throws {
            let count = try run(
                """
                UPDATE lease SET seen = ?, last_instance = ?, last_event = ?, latest_start = ?, transactions = ?
                WHERE shard = 0 AND generation = ? AND owner_id = ?
                """,
                [
                    now, counters.lastInstance, counters.lastEvent, counters.latestStart, counters.transactions,
                    lease.generation, lease.owner.id.uuidString,
                ])
            if count == 0 { throw try ownershipLost() }
        }

        private func ownershipLost() throws -> DurableError {
            let owner = try first("SELECT owner FROM lease WHERE shard = 0") { $0.optionalText(0) }
            return .ownershipLost(to: (owner ?? nil) ?? "nobody")
        }
    }

    extension StoreLease {
        static var duration: TimeInterval { 30 }
    }

    /// The number after one that the store has given.
    ///
    /// - Throws: ``DurableError/storeFailed(_:)`` if no number follows: none that was given in turn is as great.
    func next(after number: Int64, _ column: String) throws(DurableError) -> Int64 {
        guard 0..<Int64.max ~= number else { throw .storeFailed("The store is damaged: its \(column) is \(number).") }
        return number + 1
    }

    /// The statements that move deadlines when an owner claims the store.
    enum StoreMoves {
        /// Takes back the move of a clock that was set back, when the clock is right again.
        static let restore = """
            UPDATE deadline SET due = original, original = NULL
            WHERE original IS NOT NULL AND original <= ? + duration
            """
        // The first condition lets SQLite use the index of such deadlines.
        static let again = """
            UPDATE deadline SET due = ? + duration, original = NULL WHERE policy <> 'original' AND policy = 'again'
            """
        static let remaining = """
            UPDATE deadline SET due = min(due + ?, ? + duration) WHERE policy <> 'original' AND policy = 'remaining'
            """
        /// The settled and the failed instances before a time, the earliest first.
        static let settled = """
            SELECT key FROM instance WHERE settled IS NOT NULL AND settled < ? ORDER BY settled, key LIMIT ?
            """
        static let failed = """
            SELECT key FROM instance WHERE status = 'failed' AND changed < ? ORDER BY changed, key LIMIT ?
            """
        /// Visits every deadline, which is necessary only after the clock was set back.
        static let setBack = """
            UPDATE deadline SET original = coalesce(original, due), due = ? + duration WHERE due > ? + duration
            """
    }
#endif
