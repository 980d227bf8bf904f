import Foundation

/// An instance in a store in memory, with everything that belongs to it.
///
/// A class, so that a change copies neither inbox nor journal.
final class MemoryStoreInstance {
    let key: InstanceKey
    let name: InstanceName
    let created: Date
    var version: Int
    var status: InstanceStatus
    var problem: String?
    var number = 0
    var state: Data
    var output: Data?
    var changed: Date
    var activities: [String: StoredActivity] = [:]
    var deadlines: [String: StoredDeadline] = [:]
    var inbox = MemoryStoreRows<EventNumber, StoredEvent>()
    var journal = MemoryStoreRows<Int, JournalEntry>()
    var deduplication: Set<String> = []

    init(_ new: NewInstance, key: InstanceKey, created: Date) {
        self.key = key
        self.name = new.name
        self.created = created
        self.version = new.version
        self.status = new.status
        self.state = new.state
        self.output = new.output
        self.changed = created
    }

    /// Whether the instance has ended or was cancelled, and takes no more changes.
    var isSettled: Bool {
        switch status {
        case .running, .failed: false
        case .ended, .cancelled: true
        }
    }

    /// Whether the instance has something to do without waiting for an event or a deadline.
    var isUnfinished: Bool {
        status == .running && (!inbox.isEmpty || activities.values.contains { !$0.hasReturned })
    }

    var reference: InstanceReference { InstanceReference(key: key, name: name) }

    var stored: StoredInstance {
        StoredInstance(
            key: key, name: name, version: version, status: status, problem: problem, number: number, state: state,
            output: output, created: created, changed: changed,
            activities: activities.values.sorted { $0.name < $1.name },
            deadlines: deadlines.values.sorted { $0.name < $1.name })
    }

    var summary: InstanceSummary {
        InstanceSummary(
            key: key, name: name, version: version, status: status, problem: problem, number: number,
            created: created, changed: changed)
    }

    func matches(_ query: InstanceQuery) -> Bool {
        query.statuses.contains(status) && query.machine.map { $0 == name.machine } ?? true
            && query.versions?.contains(version) ?? true
    }

    /// Adds an entry to the journal, and removes those beyond the limit.
    func record(_ entry: JournalEntry, limit: Int?) {
        journal[entry.number] = entry
        guard let limit else { return }
        while let first = journal.first, first.key <= entry.number - max(0, limit) { journal[first.key] = nil }
    }
}
