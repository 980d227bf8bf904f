import Foundation

/// An instance in a store in memory, with everything that belongs to it.
///
/// A class, so that a change copies neither inbox nor journal.
final class MemoryStoreInstance {
    var summary: InstanceSummary
    var state: Data
    var output: Data?
    var activities: [String: StoredActivity] = [:]
    var deadlines: [String: StoredDeadline] = [:]
    var inbox = MemoryStoreRows<EventNumber, StoredEvent>()
    var journal = MemoryStoreRows<Int, JournalEntry>()
    var deduplication: Set<String> = []

    init(_ new: StoredInstance, key: InstanceKey, created: Date) {
        summary = InstanceSummary(
            key: key, name: new.name, version: new.version, status: new.status, created: created, changed: created)
        state = new.state
        output = new.output
    }

    /// Whether the instance has something to do without waiting for an event or a deadline.
    var isUnfinished: Bool {
        summary.status == .running && (!inbox.isEmpty || activities.values.contains { !$0.hasReturned })
    }

    var stored: StoredInstance {
        StoredInstance(
            summary, state: state, output: output, activities: activities.values.sorted { $0.name < $1.name },
            deadlines: deadlines.values.sorted { $0.name < $1.name })
    }

    func matches(_ query: InstanceQuery) -> Bool {
        query.statuses.contains(summary.status) && query.machine.map { $0 == summary.name.machine } ?? true
            && query.versions?.contains(summary.version) ?? true
    }

    /// Adds an entry to the journal, and removes those beyond the limit.
    func record(_ entry: JournalEntry, limit: Int?) {
        journal[entry.number] = entry
        guard let limit else { return }
        while let first = journal.first, first.key <= entry.number - max(0, limit) { journal[first.key] = nil }
    }
}
