#if SQLite
    import Foundation

    extension StoreCommit {
        mutating func record(_ step: StoredStep) throws -> StoreAnswer {
            let count = try connection.run(
                """
                UPDATE instance SET number = ?, version = ?, changed = ?, state = ?
                WHERE key = ?5 AND number = ? AND status = 'running'
                    AND (?7 IS NULL OR EXISTS (SELECT 1 FROM inbox WHERE instance = ?5 AND number = ?7))
                """
            ) {
                $0.bind(step.number)
                $0.bind(step.version)
                $0.bind(now)
                $0.bind(step.state)
                $0.bind(step.instance)
                $0.bind(step.number - 1)
                if let consumed = step.consumed { $0.bind(consumed) } else { $0.bindNull() }
            }
            if count == 0 { return .conflict }
            try add(step.journal, of: step.instance, limit: step.journalLimit)
            if let end = step.end {
                try connection.run("UPDATE instance SET status = 'ended', output = ?, settled = ? WHERE key = ?") {
                    $0.bind(end.output)
                    $0.bind(now)
                    $0.bind(step.instance)
                }
                try discard(step.instance)
                return .done
            }
            if let consumed = step.consumed {
                try connection.run("DELETE FROM inbox WHERE instance = ? AND number = ?") {
                    $0.bind(step.instance)
                    $0.bind(consumed)
                }
            }
            for change in step.activities {
                switch change {
                case .begun(let activity): try begin(activity, of: step.instance)
                case .returned(let name):
                    try self.change(
                        name, of: step.instance, "UPDATE activity SET returned = 1 WHERE instance = ? AND name = ?")
                case .left(let name):
                    try self.change(name, of: step.instance, "DELETE FROM activity WHERE instance = ? AND name = ?")
                }
            }
            for change in step.deadlines {
                switch change {
                case .set(let deadline): try set(deadline, of: step.instance, parked: false)
                case .removed(let name):
                    try self.change(name, of: step.instance, "DELETE FROM deadline WHERE instance = ? AND name = ?")
                }
            }
            return .done
        }

        func begin(_ activity: StoredActivity, of instance: InstanceKey) throws {
            try connection.run("REPLACE INTO activity (instance, name, number, returned) VALUES (?, ?, ?, ?)") {
                $0.bind(instance)
                $0.bind(name: activity.name)
                $0.bind(activity.number)
                $0.bind(activity.hasReturned)
            }
        }

        mutating func set(_ deadline: StoredDeadline, of instance: InstanceKey, parked: Bool) throws {
            try connection.run(
                """
                REPLACE INTO deadline (instance, name, number, due, duration, policy, version, parked, event)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
            ) {
                $0.bind(instance)
                $0.bind(name: deadline.name)
                $0.bind(deadline.number)
                $0.bind(deadline.due)
                $0.bind(deadline.duration)
                $0.bind(deadline.policy.rawValue)
                $0.bind(deadline.version)
                $0.bind(parked)
                $0.bind(deadline.event)
            }
            let start = deadline.due.timeIntervalSinceReferenceDate - deadline.duration
            counters.latestStart = max(counters.latestStart, start)
        }

        /// Deletes what an instance loses when it ends or is cancelled.
        func discard(_ instance: InstanceKey) throws {
            try connection.run("DELETE FROM inbox WHERE instance = ?") { $0.bind(instance) }
            try connection.run("DELETE FROM activity WHERE instance = ?") { $0.bind(instance) }
            try connection.run("DELETE FROM deadline WHERE instance = ?") { $0.bind(instance) }
        }

        private func change(_ name: String, of instance: InstanceKey, _ sql: String) throws {
            try connection.run(sql) {
                $0.bind(instance)
                $0.bind(name: name)
            }
        }

        private func add(_ entry: JournalEntry, of instance: InstanceKey, limit: Int?) throws {
            if limit ?? 1 > 0 {
                let cause = entry.cause.columns
                try connection.run(
                    """
                    INSERT INTO journal (instance, number, time, cause, name, version, event, outputs)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
                ) {
                    $0.bind(instance)
                    $0.bind(entry.number)
                    $0.bind(entry.time)
                    $0.bind(cause.kind)
                    $0.bind(cause.name)
                    $0.bind(entry.version)
                    $0.bind(entry.event)
                    $0.bind(entry.outputs)
                }
            }
            guard let limit else { return }
            try connection.run("DELETE FROM journal WHERE instance = ? AND number <= ?") {
                $0.bind(instance)
                $0.bind(entry.number - max(0, limit))
            }
        }
    }

    extension JournalEntry.Cause {
        /// The cause as the columns `cause` and `name` of the journal.
        var columns: (kind: String, name: String?) {
            switch self {
            case .event: ("event", nil)
            case .unexpectedEvent: ("unexpectedEvent", nil)
            case .deadline(let name): ("deadline", name)
            case .activity(let name): ("activity", name)
            case .activityReturned(let name): ("activityReturned", name)
            case .revision: ("revision", nil)
            }
        }

        init?(kind: String, name: String?) {
            switch (kind, name) {
            case ("event", _): self = .event
            case ("unexpectedEvent", _): self = .unexpectedEvent
            case ("deadline", let name?): self = .deadline(name: name)
            case ("activity", let name): self = .activity(name: name)
            case ("activityReturned", let name?): self = .activityReturned(name: name)
            case ("revision", _): self = .revision
            default: return nil
            }
        }
    }
#endif
