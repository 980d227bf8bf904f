import Foundation

/// The contents of a store in memory.
struct MemoryStoreContents {
    private(set) var instances: [InstanceKey: MemoryStoreInstance] = [:]
    private var keys: [InstanceName: InstanceKey] = [:]
    private var lastKey: InstanceKey = 0
    private var lastEvent: EventNumber = 0
    private(set) var ownership: [ShardOwnership]

    init(shards: Int) { ownership = (0..<shards).map { ShardOwnership(shard: StoreShard($0)) } }

    // MARK: Ownership

    func shard(of name: InstanceName) -> StoreShard {
        guard ownership.count > 1 else { return .first }
        let sum = "\(name)".precomposedStringWithCanonicalMapping.unicodeScalars.reduce(0) { $0 &* 31 &+ Int($1.value) }
        return StoreShard(Int(UInt(bitPattern: sum) % UInt(ownership.count)))
    }

    mutating func claim(
        _ shard: StoreShard, by owner: StoreOwner, at now: Date
    ) -> StoreLease {
        let lastSeen = ownership[shard.number].lastSeen
        for instance in instances.values where self.shard(of: instance.row.name) == shard {
            for index in instance.row.deadlines.indices {
                instance.row.deadlines[index].resume(at: now, lastSeen: lastSeen ?? now)
            }
        }
        return ownership[shard.number].claim(by: owner, at: now)
    }

    mutating func release(_ lease: StoreLease, at now: Date) {
        guard isCurrent(lease) else { return }
        ownership[lease.shard.number].lease = nil
        ownership[lease.shard.number].lastSeen = now
    }

    /// Renews current leases, and refuses any other.
    mutating func renew(_ leases: [StoreLease], at now: Date) throws {
        for lease in leases where !isCurrent(lease) {
            throw DurableError.ownershipLost(to: ownership[lease.shard.number].lease?.owner.name ?? "nobody")
        }
        for lease in leases { ownership[lease.shard.number].lastSeen = now }
    }

    var isOwned: Bool { ownership.contains { $0.lease != nil } }

    private func isCurrent(_ lease: StoreLease) -> Bool {
        let current = ownership[lease.shard.number].lease
        return current?.generation == lease.generation && current?.owner == lease.owner
    }

    // MARK: Reading

    func instance(named name: InstanceName) -> StoredInstance? { keys[name].flatMap { instances[$0]?.row } }

    func summaries(
        in shards: Set<StoreShard>? = nil, after key: InstanceKey, limit: Int,
        where condition: (MemoryStoreInstance) -> Bool
    ) -> [InstanceSummary] {
        let found = instances.values.filter { instance in
            instance.row.key > key && condition(instance)
                && shards?.contains(shard(of: instance.row.name)) ?? true
        }
        return found.map(\.row.summary).sorted { $0.key < $1.key }.first(limit)
    }

    func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) -> [DeadlineReference] {
        let running = instances.values.filter { instance in
            instance.row.status == .running && shards.contains(shard(of: instance.row.name))
        }
        let all = running.flatMap { instance in
            instance.row.deadlines.map { deadline in
                DeadlineReference(
                    due: deadline.due, key: instance.row.key, name: deadline.name, number: deadline.number,
                    instance: instance.row.name)
            }
        }
        return all.filter { deadline in last.map { $0 < deadline } ?? true }.sorted().first(limit)
    }

    // MARK: Changes

    mutating func apply(_ change: StoreChange, in shard: StoreShard, at now: Date) -> StoreAnswer {
        switch change {
        case .create(let new): create(new, at: now)
        case .receive(let event, let version, let deduplication, let key, let context):
            receive(event, version, deduplication, for: key, in: context, at: now)
        case .step(let step): record(step, at: now)
        case .setStatus(let status, let problem, let key): setStatus(status, problem, of: key, at: now)
        case .setTrials(let trials, let keys): setTrials(trials, of: keys)
        case .skip(let event, let key): alter(event, of: key) { inbox, index in inbox.remove(at: index) }
        case .edit(let event, let data, let version, let key):
            alter(event, of: key) { inbox, index in
                (inbox[index].event, inbox[index].version) = (data, version)
            }
        case .removeFailed(let time, let limit): remove(limit, in: shard) { $0.status == .failed && $0.changed < time }
        case .remove(let time, let limit): remove(limit, in: shard) { $0.status.isSettled && $0.changed < time }
        }
    }

    private mutating func create(_ new: StoredInstance, at now: Date) -> StoreAnswer {
        if let key = keys[new.name] { return .exists(key) }
        lastKey += 1
        let instance = MemoryStoreInstance(new)
        instance.row.summary = InstanceSummary(
            key: lastKey, name: new.name, version: new.version, status: new.status, created: now, changed: now,
            tags: new.tags)
        instance.row.activities.sort { $0.name < $1.name }
        instance.row.deadlines.sort { $0.name < $1.name }
        instance.discardIfSettled()
        (instances[lastKey], keys[new.name]) = (instance, lastKey)
        return .created(lastKey)
    }

    private mutating func receive(
        _ event: Data, _ version: Int, _ deduplication: String?, for key: InstanceKey, in context: TraceContext,
        at now: Date
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if let deduplication, instance.deduplication.contains(deduplication) { return .duplicate }
        if instance.row.status.isSettled { return .refused(instance.row.status) }
        if let deduplication { instance.deduplication.insert(deduplication) }
        lastEvent += 1
        instance.inbox.append(
            StoredEvent(number: lastEvent, version: version, received: now, event: event, context: context))
        return .stored(lastEvent)
    }

    private mutating func record(_ step: StoredStep, at now: Date) -> StoreAnswer {
        guard let instance = instances[step.instance],
            instance.row.status == .running || step.isPatch && instance.row.status == .failed,
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
        instance.row.tags.apply(step.tags)
        instance.journal.append(step.journal)
        if let limit = step.journalLimit { instance.journal.removeAll { $0.number <= step.number - max(0, limit) } }
        if step.isEnd { (instance.row.status, instance.row.output, instance.row.problem) = (.ended, step.output, nil) }
        instance.discardIfSettled()
        if step.messages.isEmpty { return .done }
        return .sent(step.messages.map { send($0, from: step, at: now) })
    }

    private mutating func send(_ message: StoredMessage, from step: StoredStep, at now: Date) -> StoreAnswer {
        let answer: StoreAnswer
        switch message.content {
        case .start(let new): return create(new, at: now)
        case .event(let event, let version):
            answer =
                keys[message.target].map {
                    receive(event, version, nil, for: $0, in: message.context, at: now)
                } ?? .missing
        }
        guard let refusal = message.refusal, !answer.isStored,
            case .stored(let number) = receive(
                refusal, step.version, nil, for: step.instance, in: message.context, at: now)
        else { return answer }
        return .returned(number)
    }

    private func setStatus(
        _ status: InstanceStatus, _ problem: String?, of key: InstanceKey, at now: Date
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if instance.row.status.isSettled { return .refused(instance.row.status) }
        (instance.row.status, instance.row.problem, instance.row.changed) = (status, problem, now)
        instance.row.trials = nil
        instance.discardIfSettled()
        return .done
    }

    private func setTrials(_ trials: Int?, of keys: [InstanceKey]) -> StoreAnswer {
        for key in keys {
            if let instance = instances[key], instance.row.status == .running { instance.row.trials = trials }
        }
        return .done
    }

    /// Changes a waiting event.
    private func alter(
        _ event: EventNumber, of key: InstanceKey, _ change: (inout [StoredEvent], Int) -> Void
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if instance.row.status.isSettled { return .refused(instance.row.status) }
        guard let index = instance.inbox.firstIndex(where: { $0.number == event }) else { return .noEvent }
        change(&instance.inbox, index)
        return .done
    }

    private mutating func remove(
        _ limit: Int, in shard: StoreShard, where condition: (InstanceSummary) -> Bool
    ) -> StoreAnswer {
        let found = instances.values.map(\.row.summary).filter { condition($0) && self.shard(of: $0.name) == shard }
        let removed = found.sorted { ($0.changed, $0.key) < ($1.changed, $1.key) }.first(limit)
        for summary in removed { (instances[summary.key], keys[summary.name]) = (nil, nil) }
        return .removed(removed.count)
    }
}

/// A shard in memory, with its owner.
struct ShardOwnership {
    let shard: StoreShard
    var lease: StoreLease?
    /// The time of the last transaction.
    var lastSeen: Date?
    private var generation = 0

    init(shard: StoreShard) { self.shard = shard }

    mutating func claim(by owner: StoreOwner, at now: Date) -> StoreLease {
        generation += 1
        let claimed = StoreLease(
            shard: shard, owner: owner, generation: generation, lastSeen: lastSeen,
            followsCrash: lease != nil)
        (lease, lastSeen) = (claimed, now)
        return claimed
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

    /// Whether a host suspects the running instance of crashes.
    var isSuspected: Bool { row.status == .running && row.trials != nil }

    func discardIfSettled() {
        if row.status.isSettled { (inbox, row.activities, row.deadlines, row.trials) = ([], [], [], nil) }
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
