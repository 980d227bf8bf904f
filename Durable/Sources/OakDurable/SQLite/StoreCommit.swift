#if SQLite
    import Foundation

    extension StoreConnection {
        /// Carries out changes, and renews the lease, in a transaction.
        func commit(
            _ batch: StoreBatch, _ counters: inout StoreCounters, at now: Date
        ) throws -> [StoreAnswer] {
            var commit = StoreCommit(connection: self, counters: counters, now: now)
            // Before the changes, whose events have greater numbers.
            let arrivals = try commit.takeArrivals(for: batch.changes)
            var answers = try batch.changes.map { try commit.apply($0) }
            if let arrivals, let first = answers.first { answers[0] = .arrived(arrivals, first) }
            commit.counters.transactions += 1
            // Last, so that one statement checks the lease and stores the numbers that have been given.
            try renew(batch.lease, counters: commit.counters, at: now)
            counters = commit.counters
            return answers
        }
    }

    /// The changes of one transaction.
    ///
    /// Each change takes the statements that it needs, and no more: a macrostep that an event begins updates the
    /// instance, deletes the event and inserts an entry of the journal.
    struct StoreCommit: MessageExchange {
        let connection: StoreConnection
        var counters: StoreCounters
        let now: Date

        mutating func apply(_ change: StoreChange) throws -> StoreAnswer {
            switch change {
            case .create(let new): try create(new)
            case .receive(let event, let version, let deduplication, let key, let context):
                try receive(event, version, deduplication?.asName, for: key, in: context)
            case .step(let step): try record(step)
            case .setStatus(let status, let problem, let key): try setStatus(status, problem, of: key)
            case .setTrials(let trials, let keys): try setTrials(trials, of: keys)
            case .setAttempts(let attempts, let activity):
                try set(attempts, activity.activity, activity.number, of: activity.key) ? .done : .missing
            case .skip(let event, let key): try skip(event, of: key)
            case .edit(let event, let data, let version, let key): try edit(event, data, version, of: key)
            case .removeFailed(let time, let limit): try remove(StoreMoves.failed, before: time, limit)
            case .remove(let time, let limit): try remove(StoreMoves.settled, before: time, limit)
            case .takeArrivals: .done
            case .run(let schedule, let time, let last, let messages):
                try run(schedule.asName, at: time, after: last, messages)
            }
        }

        mutating func create(_ new: StoredInstance) throws -> StoreAnswer {
            let key = try next(after: counters.lastInstance, "latest instance")
            let settled = new.status.isSettled ? now : nil
            let change = try new.isFollowed ? nextNumber() : nil
            let count = try connection.run(
                """
                INSERT INTO instance
                    (key, shard, machine, id, status, number, version, created, changed, settled, output, state, change)
                VALUES (?, 0, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (machine, id) DO NOTHING
                """,
                [
                    key, new.name.machine.asName, new.name.id.asName, new.status.rawValue, new.version, now, now,
                    settled, new.output, new.state, change,
                ])
            if count == 0 {
                guard let found = try connection.key(of: new.name) else {
                    throw DurableError.storeFailed("The index of names is damaged.")
                }
                return .exists(found)
            }
            counters.lastInstance = key
            for (name, value) in new.tags { try set(StoredTag(name: name, value: value), of: key) }
            if settled == nil {
                let parked = new.status != .running
                for activity in new.activities { try begin(activity, of: key, parked: parked) }
                for deadline in new.deadlines { try set(deadline, of: key, parked: parked) }
            }
            return .created(key)
        }

        mutating func receive(
            _ event: Data, _ version: Int, _ deduplication: String?, for instance: InstanceKey, in context: TraceContext
        ) throws -> StoreAnswer {
            guard let status = try status(of: instance) else { return .missing }
            if let deduplication {
                if status.isSettled {
                    let sql = "SELECT 1 FROM deduplication WHERE instance = ? AND key = ?"
                    let found = try connection.first(sql, [instance, deduplication]) { $0.bool(0) }
                    return found == nil ? .refused(status) : .duplicate
                }
                let count = try connection.run(
                    "INSERT INTO deduplication (instance, key) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    [instance, deduplication])
                if count == 0 { return .duplicate }
            }
            return try receive(event, version, for: instance, status, in: context)
        }

        /// Puts an event into the inbox of an instance with a status.
        mutating func receive(
            _ event: Data, _ version: Int, for instance: InstanceKey, _ status: InstanceStatus,
            in context: TraceContext
        ) throws -> StoreAnswer {
            if status.isSettled { return .refused(status) }
            let number = try nextNumber()
            try connection.run(
                "INSERT INTO inbox (instance, number, version, received, event, context) VALUES (?, ?, ?, ?, ?, ?)",
                [instance, number, version, now, event, context.asText])
            return status == .failed ? .storedForRetry(number) : .stored(number)
        }

        /// Gives the next number of the one sequence that events, places in queues and changes in feeds share.
        mutating func nextNumber() throws -> Int64 {
            counters.lastEvent = try next(after: counters.lastEvent, "latest event")
            return counters.lastEvent
        }

        private mutating func setStatus(
            _ status: InstanceStatus, _ problem: String?, of instance: InstanceKey
        ) throws -> StoreAnswer {
            guard let present = try self.status(of: instance) else { return .missing }
            if present.isSettled { return .refused(present) }
            let settled = status.isSettled ? now : nil
            try connection.run(
                """
                UPDATE instance SET status = ?, problem = ?, changed = ?, settled = ?, trials = NULL,
                    change = CASE WHEN change IS NULL THEN NULL ELSE ? END
                WHERE key = ?
                """, [status.rawValue, problem, now, settled, nextNumber(), instance])
            if status.isSettled {
                try discard(instance)
            } else {
                for table in ["deadline", "activity"] {
                    try connection.run(
                        "UPDATE \(table) SET parked = ? WHERE instance = ?", [status != .running, instance])
                }
            }
            return try StoreAnswer.done.telling(tell(of: instance, status))
        }

        private func setTrials(_ trials: Int?, of keys: [InstanceKey]) throws -> StoreAnswer {
            for key in keys {
                try connection.run(
                    "UPDATE instance SET trials = ? WHERE key = ? AND status = 'running'", [trials, key])
            }
            return .done
        }

        private func skip(_ event: EventNumber, of instance: InstanceKey) throws -> StoreAnswer {
            try change(of: instance) {
                try connection.run("DELETE FROM inbox WHERE instance = ? AND number = ?", [instance, event])
            }
        }

        private func edit(
            _ event: EventNumber, _ data: Data, _ version: Int, of instance: InstanceKey
        ) throws -> StoreAnswer {
            try change(of: instance) {
                try connection.run(
                    "UPDATE inbox SET event = ?, version = ? WHERE instance = ? AND number = ?",
                    [data, version, instance, event])
            }
        }

        /// Changes an event in the inbox; the function returns how many it has found.
        private func change(of instance: InstanceKey, _ change: () throws -> Int) throws -> StoreAnswer {
            guard let status = try status(of: instance) else { return .missing }
            if status.isSettled { return .refused(status) }
            return try change() == 0 ? .noEvent : .done
        }

        private mutating func remove(_ query: String, before time: Date, _ limit: Int) throws -> StoreAnswer {
            let keys = try connection.rows(query, [time, max(0, limit)]) { $0.int64(0) }
            var notices: [StoredNotice] = []
            for key in keys {
                // For the watchers of one that has failed, it is as if it was cancelled.
                if try status(of: key) == .failed { notices += try tell(of: key, .cancelled) }
                try discard(key)
                if counters.hasWatches { try connection.run("DELETE FROM watch WHERE target = ?", [key]) }
                try connection.run("DELETE FROM journal WHERE instance = ?", [key])
                try connection.run("DELETE FROM deduplication WHERE instance = ?", [key])
                try connection.run("DELETE FROM tag WHERE instance = ?", [key])
                try connection.run("DELETE FROM instance WHERE key = ?", [key])
            }
            return StoreAnswer.removed(keys.count).telling(notices)
        }

        private mutating func run(
            _ schedule: String, at time: Date, after last: Date?, _ messages: [StoredMessage]
        ) throws -> StoreAnswer {
            let count =
                if let last {
                    try connection.run(
                        "UPDATE schedule SET last = ? WHERE name = ? AND last = ?", [time, schedule, last])
                } else {
                    try connection.run(
                        "INSERT INTO schedule (name, last) VALUES (?, ?) ON CONFLICT DO NOTHING", [schedule, time])
                }
            if count == 0 { return .conflict }
            return .sent(try messages.map { try send($0) })
        }

        func status(of instance: InstanceKey) throws -> InstanceStatus? {
            try connection.first("SELECT status FROM instance WHERE key = ?", [instance]) {
                $0.status(0)
            }
        }
    }
#endif
