#if SQLite
    import Foundation

    extension StoreConnection {
        /// Carries out changes, and renews the lease, in a transaction.
        func commit(
            _ changes: [StoreChange], under lease: StoreLease, _ counters: inout StoreCounters, at now: Date
        ) throws -> [StoreAnswer] {
            var commit = StoreCommit(connection: self, counters: counters, now: now)
            var answers: [StoreAnswer] = []
            answers.reserveCapacity(changes.count)
            for change in changes { answers.append(try commit.apply(change)) }
            // Last, so that one statement checks the lease and stores the numbers that have been given.
            try renew(lease, counters: commit.counters, at: now)
            counters = commit.counters
            return answers
        }
    }

    /// The changes of one transaction.
    ///
    /// Each change takes the statements that it needs, and no more: a macrostep that an event begins updates the
    /// instance, deletes the event and inserts an entry of the journal.
    struct StoreCommit {
        let connection: StoreConnection
        var counters: StoreCounters
        let now: Date

        mutating func apply(_ change: StoreChange) throws -> StoreAnswer {
            switch change {
            case .create(let new): try create(new)
            case .receive(let event): try receive(event)
            case .step(let step): try record(step)
            case .setStatus(let change): try setStatus(change)
            case .remove(let ended): try remove(ended)
            }
        }

        private mutating func create(_ new: NewInstance) throws -> StoreAnswer {
            let key = counters.lastInstance + 1
            let settled = new.status.isSettled
            let count = try connection.run(
                """
                INSERT INTO instance
                    (key, shard, machine, id, status, number, version, created, changed, settled, output, state)
                VALUES (?, 0, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?) ON CONFLICT (machine, id) DO NOTHING
                """
            ) {
                $0.bind(key)
                $0.bind(name: new.name.machine)
                $0.bind(name: new.name.id)
                $0.bind(new.status.rawValue)
                $0.bind(new.version)
                $0.bind(now)
                $0.bind(now)
                if settled { $0.bind(now) } else { $0.bindNull() }
                $0.bind(new.output)
                $0.bind(new.state)
            }
            if count == 0 {
                let found = try connection.first("SELECT key FROM instance WHERE machine = ? AND id = ?") {
                    $0.bind(name: new.name.machine)
                    $0.bind(name: new.name.id)
                } read: {
                    $0.int64(0)
                }
                guard let found else { throw DurableError.storeFailed("The index of names is damaged.") }
                return .exists(found)
            }
            counters.lastInstance = key
            if !settled {
                for activity in new.activities { try begin(activity, of: key) }
                let parked = new.status != .running
                for deadline in new.deadlines { try set(deadline, of: key, parked: parked) }
            }
            return .created(key)
        }

        private mutating func receive(_ event: ReceivedEvent) throws -> StoreAnswer {
            guard let status = try status(of: event.instance) else { return .missing }
            if let key = event.deduplication {
                if status.isSettled {
                    let sql = "SELECT 1 FROM deduplication WHERE instance = ? AND key = ?"
                    let found = try connection.first(sql) {
                        $0.bind(event.instance)
                        $0.bind(name: key)
                    } read: {
                        $0.bool(0)
                    }
                    return found == nil ? .refused(status) : .duplicate
                }
                let count = try connection.run(
                    "INSERT INTO deduplication (instance, key) VALUES (?, ?) ON CONFLICT DO NOTHING"
                ) {
                    $0.bind(event.instance)
                    $0.bind(name: key)
                }
                if count == 0 { return .duplicate }
            }
            if status.isSettled { return .refused(status) }
            counters.lastEvent += 1
            try connection.run(
                "INSERT INTO inbox (instance, number, version, received, event) VALUES (?, ?, ?, ?, ?)"
            ) {
                $0.bind(event.instance)
                $0.bind(counters.lastEvent)
                $0.bind(event.version)
                $0.bind(now)
                $0.bind(event.event)
            }
            return .stored(counters.lastEvent)
        }

        private func setStatus(_ change: StatusChange) throws -> StoreAnswer {
            guard let status = try status(of: change.instance) else { return .missing }
            if status.isSettled { return .refused(status) }
            try connection.run("UPDATE instance SET status = ?, problem = ?, changed = ?, settled = ? WHERE key = ?") {
                $0.bind(change.status.rawValue)
                $0.bind(change.problem)
                $0.bind(now)
                if change.status.isSettled { $0.bind(now) } else { $0.bindNull() }
                $0.bind(change.instance)
            }
            if change.status.isSettled {
                try discard(change.instance)
            } else {
                try connection.run("UPDATE deadline SET parked = ? WHERE instance = ?") {
                    $0.bind(change.status != .running)
                    $0.bind(change.instance)
                }
            }
            return .done
        }

        private func remove(_ ended: EndedInstances) throws -> StoreAnswer {
            let sql = "SELECT key FROM instance WHERE settled IS NOT NULL AND settled < ? ORDER BY settled, key LIMIT ?"
            let keys = try connection.rows(sql) {
                $0.bind(ended.before)
                $0.bind(max(0, ended.limit))
            } read: {
                $0.int64(0)
            }
            for key in keys {
                try connection.run("DELETE FROM journal WHERE instance = ?") { $0.bind(key) }
                try connection.run("DELETE FROM deduplication WHERE instance = ?") { $0.bind(key) }
                try connection.run("DELETE FROM instance WHERE key = ?") { $0.bind(key) }
            }
            return .removed(keys.count)
        }

        private func status(of instance: InstanceKey) throws -> InstanceStatus? {
            try connection.first("SELECT status FROM instance WHERE key = ?") {
                $0.bind(instance)
            } read: {
                $0.status(0)
            }
        }
    }

    extension InstanceStatus {
        /// Whether an instance has ended or was cancelled, and takes no more changes.
        var isSettled: Bool {
            switch self {
            case .running, .failed: false
            case .ended, .cancelled: true
            }
        }
    }
#endif
