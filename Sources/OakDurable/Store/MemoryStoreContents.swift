import Foundation

/// The contents of a store in memory.
struct MemoryStoreContents {
    private(set) var instances: [InstanceKey: MemoryStoreInstance] = [:]
    private var keys: [InstanceName: InstanceKey] = [:]
    private var lastKey: InstanceKey = 0
    private var lastEvent: EventNumber = 0
    private var lease: StoreLease?
    private var generation = 0
    private var lastSeen: Date?

    // MARK: Ownership

    mutating func claim(by owner: StoreOwner, at now: Date) -> StoreLease {
        generation += 1
        let claimed = StoreLease(owner: owner, generation: generation, lastSeen: lastSeen)
        for instance in instances.values {
            for (index, deadline) in instance.row.deadlines.enumerated() {
                instance.row.deadlines[index].due = deadline.resumed(at: now, lastSeen: lastSeen ?? now)
            }
        }
        (lease, lastSeen) = (claimed, now)
        return claimed
    }

    mutating func release(_ lease: StoreLease, at now: Date) {
        guard isCurrent(lease) else { return }
        (self.lease, lastSeen) = (nil, now)
    }

    /// Renews the current lease, and refuses any other.
    mutating func renew(_ lease: StoreLease, at now: Date) throws {
        guard isCurrent(lease) else { throw DurableError.ownershipLost(to: self.lease?.owner.name ?? "nobody") }
        lastSeen = now
    }

    var isOwned: Bool { lease != nil }

    private func isCurrent(_ lease: StoreLease) -> Bool {
        self.lease?.generation == lease.generation && self.lease?.owner == lease.owner
    }

    // MARK: Reading

    func instance(named name: InstanceName) -> StoredInstance? { keys[name].flatMap { instances[$0]?.row } }

    func summaries(
        after key: InstanceKey, limit: Int, where condition: (MemoryStoreInstance) -> Bool
    ) -> [InstanceSummary] {
        let found = instances.values.filter { $0.row.key > key && condition($0) }
        return found.map(\.row.summary).sorted { $0.key < $1.key }.first(limit)
    }

    func deadlines(after last: DeadlineReference?, limit: Int) -> [DeadlineReference] {
        let all = instances.values.filter { $0.row.status == .running }.flatMap { instance in
            instance.row.deadlines.map { deadline in
                DeadlineReference(
                    due: deadline.due, key: instance.row.key, name: deadline.name, number: deadline.number,
                    instance: instance.row.name)
            }
        }
        return all.filter { deadline in last.map { $0 < deadline } ?? true }.sorted().first(limit)
    }

    // MARK: Changes

    mutating func apply(_ change: StoreChange, at now: Date) -> StoreAnswer {
        switch change {
        case .create(let new): create(new, at: now)
        case .receive(let event, let version, let deduplication, let key):
            receive(event, version, deduplication, for: key, at: now)
        case .step(let step): record(step, at: now)
        case .setStatus(let status, let problem, let key): setStatus(status, problem, of: key, at: now)
        case .remove(let time, let limit): remove(endedBefore: time, limit)
        }
    }

    private mutating func create(_ new: StoredInstance, at now: Date) -> StoreAnswer {
        if let key = keys[new.name] { return .exists(key) }
        lastKey += 1
        let instance = MemoryStoreInstance(new)
        instance.row.summary = InstanceSummary(
            key: lastKey, name: new.name, version: new.version, status: new.status, created: now, changed: now)
        instance.row.activities.sort { $0.name < $1.name }
        instance.row.deadlines.sort { $0.name < $1.name }
        instance.discardIfSettled()
        (instances[lastKey], keys[new.name]) = (instance, lastKey)
        return .created(lastKey)
    }

    private mutating func receive(
        _ event: Data, _ version: Int, _ deduplication: String?, for key: InstanceKey, at now: Date
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if let deduplication, instance.deduplication.contains(deduplication) { return .duplicate }
        if instance.row.status.isSettled { return .refused(instance.row.status) }
        if let deduplication { instance.deduplication.insert(deduplication) }
        lastEvent += 1
        instance.inbox.append(StoredEvent(number: lastEvent, version: version, received: now, event: event))
        return .stored(lastEvent)
    }

    private func record(_ step: StoredStep, at now: Date) -> StoreAnswer {
        guard let instance = instances[step.instance], instance.row.status == .running,
            step.number == instance.row.number + 1
        else { return .conflict }
        if let consumed = step.consumed {
            guard let index = instance.inbox.firstIndex(where: { $0.number == consumed }) else { return .conflict }
            instance.inbox.remove(at: index)
        }
        (instance.row.number, instance.row.version, instance.row.changed) = (step.number, step.version, now)
        instance.row.state = step.state
        instance.row.activities.apply(step.activities, name: \.name)
        instance.row.deadlines.apply(step.deadlines, name: \.name)
        instance.journal.append(step.journal)
        if let limit = step.journalLimit { instance.journal.removeAll { $0.number <= step.number - max(0, limit) } }
        if step.isEnd { (instance.row.status, instance.row.output) = (.ended, step.output) }
        instance.discardIfSettled()
        return .done
    }

    private func setStatus(
        _ status: InstanceStatus, _ problem: String?, of key: InstanceKey, at now: Date
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if instance.row.status.isSettled { return .refused(instance.row.status) }
        (instance.row.status, instance.row.problem, instance.row.changed) = (status, problem, now)
        instance.discardIfSettled()
        return .done
    }

    private mutating func remove(endedBefore time: Date, _ limit: Int) -> StoreAnswer {
        let ended = instances.values.map(\.row.summary).filter { $0.status.isSettled && $0.changed < time }
        let removed = ended.sorted { ($0.changed, $0.key) < ($1.changed, $1.key) }.first(limit)
        for summary in removed { (instances[summary.key], keys[summary.name]) = (nil, nil) }
        return .removed(removed.count)
    }
}

/// An instance in a store in memory, with everything that belongs to it.
///
/// A class, so that a change copies neither inbox nor journal.
final class MemoryStoreInstance {
    /// The instance as it is read: activities and deadlines have the order of their names.
    var row: StoredInstance
    var inbox: [StoredEvent] = []
    var journal: [JournalEntry] = []
    var deduplication: Set<String> = []

    init(_ row: StoredInstance) { self.row = row }

    /// Whether the instance has something to do without waiting for an event or a deadline.
    var isUnfinished: Bool { row.status == .running && !(inbox.isEmpty && row.activities.allSatisfy(\.hasReturned)) }

    func discardIfSettled() {
        if row.status.isSettled { (inbox, row.activities, row.deadlines) = ([], [], []) }
    }
}

extension Sequence {
    /// The first elements, up to a limit that may be negative.
    func first(_ limit: Int) -> [Element] { Array(prefix(Swift.max(0, limit))) }
}

extension Array where Element: Hashable & Sendable {
    /// Replaces, adds and removes elements by their names, and keeps the order of the names.
    fileprivate mutating func apply(_ changes: [NamedChange<Element>], name: (Element) -> String) {
        for change in changes {
            switch change {
            case .set(let element):
                removeAll { name($0) == name(element) }
                append(element)
            case .removed(let removed): removeAll { name($0) == removed }
            }
        }
        sort { name($0) < name($1) }
    }
}
