#if SQLite
    import Foundation

    extension StoreCommit {
        mutating func record(_ step: StoredStep) throws -> StoreAnswer {
            let count = try connection.run(
                """
                UPDATE instance SET number = ?, version = ?, changed = ?, state = ?, change = ?
                WHERE key = ?6 AND number = ? AND status IN ('running', ?9)
                    AND (?8 IS NULL OR EXISTS (SELECT 1 FROM inbox WHERE instance = ?6 AND number = ?8))
                """,
                [
                    step.number, step.version, now, step.state, step.isFollowed ? try nextNumber() : nil,
                    step.instance, step.number - 1, step.consumed,
                    step.isPatch ? InstanceStatus.failed.rawValue : nil,
                ])
            if count == 0 { return .conflict }
            try add(step.journal, of: step.instance, limit: step.journalLimit)
            for change in step.tags {
                switch change {
                case .set(let tag): try set(tag, of: step.instance)
                case .removed(let name): try remove(name, from: "tag", of: step.instance)
                }
            }
            if step.isEnd {
                try connection.run(
                    """
                    UPDATE instance SET status = 'ended', problem = NULL, output = ?, settled = ?, trials = NULL
                    WHERE key = ?
                    """, [step.output, now, step.instance])
                try discard(step.instance)
                return try send(step).telling(tell(of: step.instance, .ended))
            }
            if let consumed = step.consumed {
                try connection.run("DELETE FROM inbox WHERE instance = ? AND number = ?", [step.instance, consumed])
            }
            let parked = try step.isPatch && status(of: step.instance) != .running
            for change in step.activities {
                switch change {
                case .set(let activity): try begin(activity, of: step.instance, parked: parked)
                case .removed(let name): try remove(name, from: "activity", of: step.instance)
                }
            }
            for change in step.deadlines {
                switch change {
                case .set(let deadline): try set(deadline, of: step.instance, parked: parked)
                case .removed(let name): try remove(name, from: "deadline", of: step.instance)
                }
            }
            return try send(step)
        }

        private func remove(_ name: String, from table: String, of instance: InstanceKey) throws {
            try connection.run("DELETE FROM \(table) WHERE instance = ? AND name = ?", [instance, name.asName])
        }

        func find(_ name: InstanceName) throws -> (key: InstanceKey, status: InstanceStatus)? {
            try connection.first(
                "SELECT key, status FROM instance WHERE machine = ? AND id = ?", [name.machine.asName, name.id.asName]
            ) { ($0.int64(0), $0.status(1)) }
        }

        mutating func begin(_ activity: StoredActivity, of instance: InstanceKey, parked: Bool = false) throws {
            let queue = activity.queue?.asName
            try connection.run(
                """
                REPLACE INTO activity (instance, name, number, returned, context, queue, place, parked)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    instance, activity.name.asName, activity.number, activity.hasReturned, activity.context.asText,
                    queue, queue == nil ? nil : try nextNumber(), queue != nil && parked,
                ])
            if let attempts = activity.attempts { try set(attempts, activity.name, activity.number, of: instance) }
        }

        /// - Returns: Whether the activity is under way.
        @discardableResult
        mutating func set(
            _ attempts: StoredAttempts, _ activity: String, _ number: Int, of instance: InstanceKey
        ) throws -> Bool {
            let start = attempts.next.timeIntervalSinceReferenceDate - attempts.pause
            counters.latestStart = max(counters.latestStart, start)
            return try connection.run(
                """
                UPDATE activity SET failed = ?, next = ?, pause = ?
                WHERE instance = ? AND name = ? AND number = ? AND returned = 0
                """, [attempts.failed, attempts.next, attempts.pause, instance, activity.asName, number]) > 0
        }

        func set(_ tag: StoredTag, of instance: InstanceKey) throws {
            // Most macrosteps change a tag that the instance has.
            let count = try connection.run(
                "UPDATE tag SET value = ? WHERE instance = ? AND name = ?", [tag.value, instance, tag.name.asName])
            if count > 0 { return }
            try connection.run(
                """
                INSERT INTO tag (instance, machine, status, name, value)
                SELECT key, machine, status, ?, ? FROM instance WHERE key = ?
                """, [tag.name.asName, tag.value, instance])
        }

        mutating func set(_ deadline: StoredDeadline, of instance: InstanceKey, parked: Bool) throws {
            try connection.run(
                """
                REPLACE INTO deadline (instance, name, number, due, duration, policy, version, parked, event)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    instance, deadline.name.asName, deadline.number, deadline.due, deadline.duration,
                    deadline.policy.rawValue, deadline.version, parked, deadline.event,
                ])
            let start = deadline.due.timeIntervalSinceReferenceDate - deadline.duration
            counters.latestStart = max(counters.latestStart, start)
        }

        /// Deletes what an instance loses when it ends or is cancelled.
        func discard(_ instance: InstanceKey) throws {
            for table in ["inbox", "activity", "deadline"] {
                try connection.run("DELETE FROM \(table) WHERE instance = ?", [instance])
            }
            if counters.hasWatches { try connection.run("DELETE FROM watch WHERE watcher = ?", [instance]) }
        }

        private func add(_ entry: JournalEntry, of instance: InstanceKey, limit: Int?) throws {
            if limit ?? 1 > 0 {
                let cause = entry.cause.columns
                try connection.run(
                    """
                    INSERT INTO journal
                        (instance, number, time, cause, name, version, event, outputs, context, state, state_version)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                    [
                        instance, entry.number, entry.time, cause.kind, cause.name, entry.version, entry.event,
                        entry.outputs, entry.context.asText, entry.state,
                        entry.stateVersion == entry.version ? nil : entry.stateVersion,
                    ])
            }
            guard let limit else { return }
            try connection.run(
                "DELETE FROM journal WHERE instance = ? AND number <= ?", [instance, entry.number - max(0, limit)])
        }
    }
#endif
