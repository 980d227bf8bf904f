package import Foundation

/// A store that passes on to another one what it does not do itself.
package protocol StoreLayer: DurableStore {
    /// The other store.
    var inner: any DurableStore { get }

    /// Carries out an operation of the other store.
    func perform<Value>(_ operation: StoreOperation, _ body: () async throws -> Value) async throws -> Value
}

// Without `commitAtOnce`: a layer that says nothing of it has its own way of a transaction, and not that of the other.
extension StoreLayer {
    package func perform<Value>(_ operation: StoreOperation, _ body: () async throws -> Value) async throws -> Value {
        try await body()
    }

    public var leaseDuration: TimeInterval? { inner.leaseDuration }

    public func shard(of name: InstanceName) -> StoreShard { inner.shard(of: name) }

    public func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await perform(.claim) { try await inner.claim(by: owner, at: now) }
    }

    public func claim(_ shard: StoreShard, by owner: StoreOwner, at now: Date) async throws -> StoreLease {
        try await perform(.claim) { try await inner.claim(shard, by: owner, at: now) }
    }

    public func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await perform(.renew) { try await inner.renew(leases, of: owner, at: now) }
    }

    public func release(_ leases: [StoreLease], at now: Date) async throws {
        try await perform(.release) { try await inner.release(leases, at: now) }
    }

    public func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        try await perform(.commit) { try await inner.commit(batches, at: now) }
    }

    public func instance(_ name: InstanceName) async throws -> StoredInstance? {
        try await perform(.instance) { try await inner.instance(name) }
    }

    public func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
        try await perform(.instance) { try await inner.instances(names) }
    }

    public func summary(of name: InstanceName) async throws -> InstanceSummary? {
        try await perform(.instance) { try await inner.summary(of: name) }
    }

    public func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try await perform(.inbox) { try await inner.inbox(of: instance, after: number, limit: limit) }
    }

    public func waiting(of instance: InstanceKey) async throws -> Int {
        try await perform(.inbox) { try await inner.waiting(of: instance) }
    }

    public func unfinished(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try await perform(.unfinished) { try await inner.unfinished(in: shards, after: key, limit: limit) }
    }

    public func suspects(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try await perform(.suspects) { try await inner.suspects(in: shards, after: key, limit: limit) }
    }

    public func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference] {
        try await perform(.deadlines) { try await inner.deadlines(in: shards, after: last, limit: limit) }
    }

    public func queued(
        in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int
    ) async throws -> QueuePage {
        try await perform(.queued) { try await inner.queued(in: queue, of: shards, at: now, limit: limit) }
    }

    public func queues(in shards: Set<StoreShard>) async throws -> [String] {
        try await perform(.queued) { try await inner.queues(in: shards) }
    }

    public func watchers(of instance: InstanceKey) async throws -> [InstanceName] {
        try await perform(.watchers) { try await inner.watchers(of: instance) }
    }

    public func lastRun(of schedule: String) async throws -> Date? {
        try await perform(.lastRun) { try await inner.lastRun(of: schedule) }
    }

    public func changes(
        of machine: String, after position: FeedPosition, limit: Int
    ) async throws -> [StoredFeedEntry] {
        try await perform(.changes) { try await inner.changes(of: machine, after: position, limit: limit) }
    }

    public func latestArrival(in shard: StoreShard) -> Int { inner.latestArrival(in: shard) }

    public func awaitArrivals() -> AsyncStream<Void> { inner.awaitArrivals() }

    public var hearsAtOnce: Bool { inner.hearsAtOnce }

    public func awaitFreeShards() -> AsyncStream<Void> { inner.awaitFreeShards() }

    public func keep(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await perform(.renew) { try await inner.keep(leases, of: owner, at: now) }
    }

    public func noteBeginning(of activity: QueuedActivity, in queue: String) async throws {
        try await perform(.queued) { try await inner.noteBeginning(of: activity, in: queue) }
    }

    public func givePlacesBack(of instances: [InstanceKey], under leases: [StoreLease], at now: Date) async throws {
        try await perform(.queued) { try await inner.givePlacesBack(of: instances, under: leases, at: now) }
    }

    public func awaitFreePlaces() -> AsyncStream<Void> { inner.awaitFreePlaces() }

    public func takePlaces(
        in queue: String, for activities: [QueuedActivity], limits: DurableQueue, most: Int, under leases: [StoreLease],
        at now: Date
    ) async throws -> QueuePage {
        try await perform(.queued) {
            try await inner.takePlaces(in: queue, for: activities, limits: limits, most: most, under: leases, at: now)
        }
    }

    public var isShared: Bool { inner.isShared }

    public func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer {
        try await perform(.send) { try await inner.send(message, deduplication: deduplication, at: now) }
    }

    public func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
        try await perform(.list) { try await inner.list(query) }
    }

    public func count(_ query: InstanceQuery) async throws -> Int {
        try await perform(.list) { try await inner.count(query) }
    }

    public func counts(of machine: String) async throws -> [InstanceStatus: Int]? {
        try await perform(.counts) { try await inner.counts(of: machine) }
    }

    public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try await perform(.journal) { try await inner.journal(of: instance, after: number, limit: limit) }
    }
}

/// A kind of operation of a ``DurableStore``, such as those in which a store for tests injects faults.
public enum StoreOperation: Hashable, Sendable, CaseIterable {
    /// Taking the store over for an owner.
    case claim
    /// Renewing leases.
    case renew
    /// Giving the store up.
    case release
    /// A transaction.
    case commit
    /// Reading instances by their names.
    case instance
    /// Reading the events that wait for an instance.
    case inbox
    /// Reading the instances that have work to do.
    case unfinished
    /// Reading the instances that are suspected of crashes.
    case suspects
    /// Reading the next deadlines.
    case deadlines
    /// Reading the activities of a queue, or the names of all queues.
    case queued
    /// Reading the watchers of an instance.
    case watchers
    /// Reading the last time of a schedule.
    case lastRun
    /// Reading the feed of a machine.
    case changes
    /// Reading a list of instances, or its length.
    case list
    /// Reading the numbers of instances for the observer.
    case counts
    /// Reading the macrosteps of an instance.
    case journal
    /// Sending to the instance of another process.
    case send
}
