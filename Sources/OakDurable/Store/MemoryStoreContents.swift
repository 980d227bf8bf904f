import Foundation

/// The contents of a store in memory.
struct MemoryStoreContents {
    private(set) var instances = MemoryStoreRows<InstanceKey, MemoryStoreInstance>()
    private(set) var unfinished = MemoryStoreRows<InstanceKey, MemoryStoreInstance>()
    /// The deadlines of running instances.
    private(set) var deadlines = MemoryStoreRows<DeadlineReference, DeadlineReference>()
    private var settled = MemoryStoreRows<Settlement, MemoryStoreInstance>()
    private var names: [InstanceName: InstanceKey] = [:]
    private var lastKey: InstanceKey = 0
    private var lastEvent: EventNumber = 0
    private var lease: StoreLease?
    private var generation = 0
    private var lastSeen: Date?

    /// The place of an instance in the order in which settled instances are removed.
    private struct Settlement: Comparable {
        var changed: Date
        var key: InstanceKey

        static func < (left: Self, right: Self) -> Bool { (left.changed, left.key) < (right.changed, right.key) }
    }

    func instance(named name: InstanceName) -> MemoryStoreInstance? { names[name].flatMap { instances[$0] } }

    // MARK: Ownership

    mutating func claim(by owner: StoreOwner, at now: Date) -> StoreLease {
        generation += 1
        let claimed = StoreLease(owner: owner, generation: generation, lastSeen: lastSeen)
        for instance in instances.values() {
            for deadline in instance.deadlines.values() {
                var moved = deadline
                moved.due = deadline.resumed(at: now, lastSeen: lastSeen ?? now)
                set(moved, of: instance)
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
        if let key = names[new.name] { return .exists(key) }
        lastKey += 1
        let instance = MemoryStoreInstance(new, key: lastKey, created: now)
        instances[lastKey] = instance
        names[new.name] = lastKey
        for activity in new.activities { instance.activities[activity.name] = activity }
        for deadline in new.deadlines { set(deadline, of: instance) }
        update(instance)
        return .created(lastKey)
    }

    private mutating func receive(
        _ event: Data, _ version: Int, _ deduplication: String?, for key: InstanceKey, at now: Date
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if let deduplication, instance.deduplication.contains(deduplication) { return .duplicate }
        if instance.summary.status.isSettled { return .refused(instance.summary.status) }
        if let deduplication { instance.deduplication.insert(deduplication) }
        lastEvent += 1
        instance.inbox[lastEvent] = StoredEvent(number: lastEvent, version: version, received: now, event: event)
        update(instance)
        return .stored(lastEvent)
    }

    private mutating func record(_ step: StoredStep, at now: Date) -> StoreAnswer {
        guard let instance = instances[step.instance], instance.summary.status == .running,
            step.number == instance.summary.number + 1, step.consumed.map({ instance.inbox[$0] != nil }) ?? true
        else { return .conflict }
        (instance.summary.number, instance.summary.version, instance.summary.changed) = (step.number, step.version, now)
        instance.state = step.state
        if let consumed = step.consumed { instance.inbox[consumed] = nil }
        for change in step.activities {
            switch change {
            case .set(let activity): instance.activities[activity.name] = activity
            case .removed(let name): instance.activities[name] = nil
            }
        }
        for change in step.deadlines {
            switch change {
            case .set(let deadline): set(deadline, of: instance)
            case .removed(let name): removeDeadline(name, of: instance)
            }
        }
        instance.journal[step.number] = step.journal
        if let limit = step.journalLimit {
            while let first = instance.journal.first, first.key <= step.number - max(0, limit) {
                instance.journal[first.key] = nil
            }
        }
        if step.isEnd { (instance.summary.status, instance.output) = (.ended, step.output) }
        update(instance)
        return .done
    }

    private mutating func setStatus(
        _ status: InstanceStatus, _ problem: String?, of key: InstanceKey, at now: Date
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if instance.summary.status.isSettled { return .refused(instance.summary.status) }
        (instance.summary.status, instance.summary.problem, instance.summary.changed) = (status, problem, now)
        for deadline in instance.deadlines.values() { set(deadline, of: instance) }
        update(instance)
        return .done
    }

    private mutating func remove(endedBefore time: Date, _ limit: Int) -> StoreAnswer {
        var removed = 0
        while removed < limit, let first = settled.first, first.key.changed < time {
            settled[first.key] = nil
            instances[first.key.key] = nil
            names[first.value.summary.name] = nil
            removed += 1
        }
        return .removed(removed)
    }

    // MARK: Indexes

    private mutating func set(_ deadline: StoredDeadline, of instance: MemoryStoreInstance) {
        removeDeadline(deadline.name, of: instance)
        instance.deadlines[deadline.name] = deadline
        guard instance.summary.status == .running else { return }
        let reference = reference(to: deadline, of: instance)
        deadlines[reference] = reference
    }

    private mutating func removeDeadline(_ name: String, of instance: MemoryStoreInstance) {
        guard let old = instance.deadlines[name] else { return }
        instance.deadlines[name] = nil
        deadlines[reference(to: old, of: instance)] = nil
    }

    private func reference(to deadline: StoredDeadline, of instance: MemoryStoreInstance) -> DeadlineReference {
        DeadlineReference(
            due: deadline.due, key: instance.summary.key, name: deadline.name, number: deadline.number,
            instance: instance.summary.name)
    }

    /// Brings the indexes up to date after a change, and drops what a settled instance loses.
    private mutating func update(_ instance: MemoryStoreInstance) {
        let summary = instance.summary
        if summary.status.isSettled {
            instance.inbox = .init()
            instance.activities = .init()
            for deadline in instance.deadlines.values() { removeDeadline(deadline.name, of: instance) }
            settled[Settlement(changed: summary.changed, key: summary.key)] = instance
        }
        unfinished[summary.key] = instance.isUnfinished ? instance : nil
    }
}
