import Foundation

/// An instance in a store in memory, with everything that belongs to it.
///
/// A class, so that a change copies neither inbox nor journal.
final class MemoryStoreInstance {
    var summary: InstanceSummary
    var state: Data
    var output: Data?
    var activities = MemoryStoreRows<String, StoredActivity>()
    var deadlines = MemoryStoreRows<String, StoredDeadline>()
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
        summary.status == .running && (!inbox.isEmpty || activities.values().contains { !$0.hasReturned })
    }

    var stored: StoredInstance {
        StoredInstance(
            summary, state: state, output: output, activities: activities.values(), deadlines: deadlines.values())
    }
}
