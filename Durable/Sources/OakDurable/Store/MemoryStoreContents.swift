import Foundation

/// The contents of a store in memory.
struct MemoryStoreContents: MessageExchange {
    var now = Date.distantPast
    private(set) var instances: [InstanceKey: MemoryStoreInstance] = [:]
    private var keys: [InstanceName: InstanceKey] = [:]
    private var lastKey: InstanceKey = 0
    private var lastEvent: EventNumber = 0
    private var watches = MemoryStoreWatches()
    /// The last times of schedules, by their names.
    private(set) var schedules: [String: Date] = [:]
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
            for index in instance.row.activities.indices { instance.row.activities[index].attempts?.resume(at: now) }
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

    /// Whether several processes share the store.
    var isDivided: Bool { ownership.count > 1 }

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

    func queued(in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int) -> QueuePage {
        var (due, fresh, next): ([(Date, QueuedActivity)], [(EventNumber, QueuedActivity)], Date?) = ([], [], nil)
        for (instance, activity) in queuedActivities(of: shards) where activity.queue == queue {
            let turn = QueuedActivity(
                key: instance.row.key, instance: instance.row.name, activity: activity.name, number: activity.number)
            guard let time = activity.attempts?.next else {
                fresh.append((instance.places[activity.name] ?? 0, turn))
                continue
            }
            if time <= now { due.append((time, turn)) } else { next = min(next ?? time, time) }
        }
        let activities =
            due.sorted { ($0.0, $0.1.key) < ($1.0, $1.1.key) }.map(\.1) + fresh.sorted { $0.0 < $1.0 }.map(\.1)
        return QueuePage(activities: activities.first(limit), next: next)
    }

    func changes(of machine: String, after position: FeedPosition, limit: Int) -> [StoredFeedEntry] {
        let found = instances.values.compactMap { instance -> (shard: StoreShard, entry: StoredFeedEntry)? in
            let shard = shard(of: instance.row.name)
            guard instance.row.name.machine == machine, let number = instance.change, number > position[shard] else {
                return nil
            }
            return (shard, StoredFeedEntry(number: number, instance: instance.row))
        }
        return found.sorted { ($0.shard, $0.entry.number) < ($1.shard, $1.entry.number) }.map(\.entry).first(limit)
    }

    func watchers(of target: InstanceKey) -> [InstanceName] {
        watches.ofTarget(target).compactMap { instances[$0.watcher]?.row.name }
    }

    func queues(in shards: Set<StoreShard>) -> [String] {
        Set(queuedActivities(of: shards).compactMap(\.activity.queue)).sorted()
    }

    private func queuedActivities(
        of shards: Set<StoreShard>
    ) -> [(instance: MemoryStoreInstance, activity: StoredActivity)] {
        instances.values.filter { $0.row.status == .running && shards.contains(shard(of: $0.row.name)) }
            .flatMap { instance in instance.row.activities.map { (instance, $0) } }
            .filter { $0.1.queue != nil && !$0.1.hasReturned }
    }

    // MARK: Changes

    mutating func apply(_ change: StoreChange, in shard: StoreShard) throws -> StoreAnswer {
        switch change {
        case .create(let new): create(new)
        case .receive(let event, let version, let deduplication, let key, let context):
            receive(event, version, deduplication, for: key, in: context)
        case .step(let step): try record(step)
        case .setStatus(let status, let problem, let key): try setStatus(status, problem, of: key)
        case .setTrials(let trials, let keys): setTrials(trials, of: keys)
        case .setAttempts(let attempts, let activity): setAttempts(attempts, of: activity)
        case .skip(let event, let key): alter(event, of: key) { inbox, index in inbox.remove(at: index) }
        case .edit(let event, let data, let version, let key):
            alter(event, of: key) { inbox, index in
                (inbox[index].event, inbox[index].version) = (data, version)
            }
        case .removeFailed(let time, let limit):
            try remove(limit, in: shard) { $0.status == .failed && $0.changed < time }
        case .remove(let time, let limit):
            try remove(limit, in: shard) { $0.status.isSettled && $0.changed < time }
        case .takeArrivals: .done
        case .run(let schedule, let time, let last, let messages):
            try run(schedule, at: time, after: last, messages)
        }
    }

    /// Carries out a message of a process that does not own the shard of its target.
    mutating func receive(_ message: StoredMessage, deduplication: String?) -> StoreAnswer {
        switch message.content {
        case .start(let new): return create(new)
        case .event(let event, let version):
            guard let key = keys[message.target] else { return .missing }
            return receive(event, version, deduplication, for: key, in: message.context)
        // Nobody but an instance watches.
        case .watch: return .missing
        }
    }

    mutating func create(_ new: StoredInstance) -> StoreAnswer {
        if let key = keys[new.name] { return .exists(key) }
        lastKey += 1
        let instance = MemoryStoreInstance(new)
        instance.row.summary = InstanceSummary(
            key: lastKey, name: new.name, version: new.version, status: new.status, created: now, changed: now,
            tags: new.tags)
        if new.isFollowed { noteChange(of: instance) }
        for activity in instance.row.activities where activity.queue != nil { queue(activity, of: instance) }
        instance.row.activities.sort { $0.name < $1.name }
        instance.row.deadlines.sort { $0.name < $1.name }
        instance.discardIfSettled()
        (instances[lastKey], keys[new.name]) = (instance, lastKey)
        return .created(lastKey)
    }

    private mutating func receive(
        _ event: Data, _ version: Int, _ deduplication: String?, for key: InstanceKey, in context: TraceContext
    ) -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if let deduplication, instance.deduplication.contains(deduplication) { return .duplicate }
        if instance.row.status.isSettled { return .refused(instance.row.status) }
        if let deduplication { instance.deduplication.insert(deduplication) }
        return receive(event, version, for: key, instance.row.status, in: context)
    }

    mutating func receive(
        _ event: Data, _ version: Int, for key: InstanceKey, _ status: InstanceStatus, in context: TraceContext
    ) -> StoreAnswer {
        if status.isSettled { return .refused(status) }
        lastEvent += 1
        instances[key]?.inbox.append(
            StoredEvent(number: lastEvent, version: version, received: now, event: event, context: context))
        return status == .failed ? .storedForRetry(lastEvent) : .stored(lastEvent)
    }

    func find(_ name: InstanceName) -> (key: InstanceKey, status: InstanceStatus)? {
        instance(named: name).map { ($0.key, $0.status) }
    }

    func summary(of instance: InstanceKey) -> (name: InstanceName, status: InstanceStatus)? {
        instances[instance].map { ($0.row.name, $0.row.status) }
    }

    func watches(of target: InstanceKey) -> [InstanceWatch] { watches.ofTarget(target) }

    mutating func add(_ watch: InstanceWatch, of target: InstanceKey) { watches.set(watch, of: target) }

    private mutating func record(_ step: StoredStep) throws -> StoreAnswer {
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
        (instance.row.isFollowed, instance.change) = (step.isFollowed, nil)
        if step.isFollowed { noteChange(of: instance) }
        for case .set(let activity) in step.activities where activity.queue != nil { queue(activity, of: instance) }
        instance.row.activities.apply(step.activities, name: \.name)
        instance.row.deadlines.apply(step.deadlines, name: \.name)
        instance.row.tags.apply(step.tags)
        instance.journal.append(step.journal)
        if let limit = step.journalLimit { instance.journal.removeAll { $0.number <= step.number - max(0, limit) } }
        if step.isEnd { (instance.row.status, instance.row.output, instance.row.problem) = (.ended, step.output, nil) }
        discardIfSettled(instance)
        let answer = try send(step)
        return step.isEnd ? answer.telling(try tell(of: step.instance, .ended)) : answer
    }

    private mutating func discardIfSettled(_ instance: MemoryStoreInstance) {
        instance.discardIfSettled()
        if instance.row.status.isSettled { watches.remove(of: instance.row.key) }
    }

    private mutating func run(
        _ schedule: String, at time: Date, after last: Date?, _ messages: [StoredMessage]
    ) throws -> StoreAnswer {
        guard schedules[schedule] == last else { return .conflict }
        schedules[schedule] = time
        return .sent(try messages.map { try send($0) })
    }

    private mutating func setStatus(
        _ status: InstanceStatus, _ problem: String?, of key: InstanceKey
    ) throws -> StoreAnswer {
        guard let instance = instances[key] else { return .missing }
        if instance.row.status.isSettled { return .refused(instance.row.status) }
        (instance.row.status, instance.row.problem, instance.row.changed) = (status, problem, now)
        instance.row.trials = nil
        if instance.row.isFollowed { noteChange(of: instance) }
        discardIfSettled(instance)
        return StoreAnswer.done.telling(try tell(of: key, status))
    }

    private func setTrials(_ trials: Int?, of keys: [InstanceKey]) -> StoreAnswer {
        for key in keys {
            if let instance = instances[key], instance.row.status == .running { instance.row.trials = trials }
        }
        return .done
    }

    /// Gives an instance its place in the feed of its machine.
    private mutating func noteChange(of instance: MemoryStoreInstance) {
        lastEvent += 1
        instance.change = lastEvent
    }

    private mutating func queue(_ activity: StoredActivity, of instance: MemoryStoreInstance) {
        lastEvent += 1
        instance.places[activity.name] = lastEvent
    }

    private func setAttempts(_ attempts: StoredAttempts, of activity: QueuedActivity) -> StoreAnswer {
        guard let instance = instances[activity.key],
            let index = instance.row.activities.firstIndex(where: {
                $0.name == activity.activity && $0.number == activity.number && !$0.hasReturned
            })
        else { return .missing }
        instance.row.activities[index].attempts = attempts
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
    ) throws -> StoreAnswer {
        let found = instances.values.map(\.row.summary).filter { condition($0) && self.shard(of: $0.name) == shard }
        let removed = found.sorted { ($0.changed, $0.key) < ($1.changed, $1.key) }.first(limit)
        var notices: [StoredNotice] = []
        for summary in removed where summary.status == .failed {
            // For its watchers, it is as if it was cancelled.
            guard let instance = instances[summary.key] else { continue }
            instance.row.status = .cancelled
            discardIfSettled(instance)
            notices += try tell(of: summary.key, .cancelled)
        }
        for summary in removed {
            (instances[summary.key], keys[summary.name]) = (nil, nil)
            watches.remove(target: summary.key)
        }
        return StoreAnswer.removed(removed.count).telling(notices)
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

/// The watches of a store in memory.
struct MemoryStoreWatches {
    private var byTarget: [InstanceKey: [InstanceKey: InstanceWatch]] = [:]
    private var targets: [InstanceKey: Set<InstanceKey>] = [:]

    /// The watches of a target in the order of the keys of their watchers.
    func ofTarget(_ target: InstanceKey) -> [InstanceWatch] {
        byTarget[target]?.values.sorted { $0.watcher < $1.watcher } ?? []
    }

    mutating func set(_ watch: InstanceWatch, of target: InstanceKey) {
        byTarget[target, default: [:]][watch.watcher] = watch
        targets[watch.watcher, default: []].insert(target)
    }

    /// Ends the watches of a watcher.
    mutating func remove(of watcher: InstanceKey) {
        for target in targets.removeValue(forKey: watcher) ?? [] { byTarget[target]?[watcher] = nil }
    }

    /// Ends the watches of a target.
    mutating func remove(target: InstanceKey) {
        for watcher in (byTarget.removeValue(forKey: target) ?? [:]).keys { targets[watcher]?.remove(target) }
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
    /// The places of activities in their queues, in the order of their arrival.
    var places: [String: EventNumber] = [:]
    /// The number of the last change, for an instance in the feed of its machine.
    var change: ChangeNumber?

    init(_ row: StoredInstance) { self.row = row }

    /// Whether the instance has something to do without waiting for an event or a deadline.
    var isUnfinished: Bool {
        row.status == .running
            && !(inbox.isEmpty && row.activities.allSatisfy { $0.hasReturned || $0.queue != nil })
    }

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
