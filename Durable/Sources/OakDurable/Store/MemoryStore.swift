public import Foundation
import Oak

/// A store in memory, for tests.
///
/// The contents live as long as the store. A second host that claims the store takes it over from the first, which
/// then finds its lease refused, so a test can let a process "crash" by forgetting its host:
///
/// ```swift
/// import Foundation
/// import OakDurable
/// let store = MemoryStore()
/// let first = try await store.claim(by: StoreOwner(), at: Date())
/// let second = try await store.claim(by: StoreOwner(), at: Date())
/// assert(second[0].generation > first[0].generation)
/// ```
///
/// No function suspends, so tests on a deterministic executor repeat exactly. An operation takes time that grows with
/// the logarithm of the number of instances; a claim takes time that grows with the number of deadlines.
public final class MemoryStore: Sendable {
    private let contents: Protected<MemoryStoreContents>

    /// Creates an empty store.
    public convenience init() { self.init(shards: 1) }

    /// Creates an empty store for several processes, whose instances are divided by their names.
    package init(shards: Int) { contents = Protected(MemoryStoreContents(shards: shards)) }

    /// Carries out a message of a process that does not own the shard of its target.
    package func receive(_ message: StoredMessage, deduplication: String?, at now: Date) -> StoreAnswer {
        contents.withLock { contents in
            contents.now = now
            return contents.receive(message, deduplication: deduplication)
        }
    }

    /// Takes ownership of shards, and leaves the others as they are.
    package func claim(_ shards: [StoreShard], by owner: StoreOwner, at now: Date) -> [StoreLease] {
        contents.withLock { contents in shards.map { contents.claim($0, by: owner, at: now) } }
    }

    /// The shards with their leases, and the times of their last transactions.
    package var ownership: [(shard: StoreShard, lease: StoreLease?, lastSeen: Date?)] {
        contents.withLock { $0.ownership.map { ($0.shard, $0.lease, $0.lastSeen) } }
    }

    private func read<Value>(_ body: (MemoryStoreContents) -> Value) throws(DurableError) -> Value {
        let value = contents.withLock { $0.isOwned || $0.isDivided ? body($0) : nil }
        guard let value else { throw .storeFailed("The store has no owner. Claim the store first.") }
        return value
    }
}

@_documentation(visibility: internal)
extension MemoryStore: DurableStore {
    public var leaseDuration: TimeInterval? { nil }

    public func shard(of name: InstanceName) -> StoreShard { contents.withLock { $0.shard(of: name) } }

    public func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        contents.withLock { contents in contents.ownership.map { contents.claim($0.shard, by: owner, at: now) } }
    }

    public func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try contents.withLock { try $0.renew(leases, at: now) }
        return leases
    }

    public func release(_ leases: [StoreLease], at now: Date) async throws {
        contents.withLock { for lease in leases { $0.release(lease, at: now) } }
    }

    public func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        try contents.withLock { contents in
            try contents.renew(batches.map(\.lease), at: now)
            contents.now = now
            return try batches.map { batch in
                try batch.changes.map { try contents.apply($0, in: batch.lease.shard) }
            }
        }
    }

    public func instance(_ name: InstanceName) async throws -> StoredInstance? {
        try read { contents in contents.instance(named: name) }
    }

    public func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
        try read { contents in names.compactMap(contents.instance) }
    }

    public func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try read { ($0.instances[instance]?.inbox ?? []).filter { $0.number > number }.first(limit) }
    }

    public func waiting(of instance: InstanceKey) async throws -> Int {
        try read { $0.instances[instance]?.inbox.count ?? 0 }
    }

    public func unfinished(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try read { $0.summaries(in: shards, after: key, limit: limit, where: \.isUnfinished) }
    }

    public func suspects(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try read { $0.summaries(in: shards, after: key, limit: limit, where: \.isSuspected) }
    }

    public func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference] {
        try read { $0.deadlines(in: shards, after: last, limit: limit) }
    }

    public func queued(
        in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int
    ) async throws -> QueuePage {
        try read { $0.queued(in: queue, of: shards, at: now, limit: limit) }
    }

    public func queues(in shards: Set<StoreShard>) async throws -> [String] {
        try read { $0.queues(in: shards) }
    }

    public func lastRun(of schedule: String) async throws -> Date? { try read { $0.schedules[schedule] } }

    public func watchers(of instance: InstanceKey) async throws -> [InstanceName] {
        try read { $0.watchers(of: instance) }
    }

    public func changes(of machine: String, after position: FeedPosition, limit: Int) async throws -> [StoredFeedEntry]
    {
        try read { $0.changes(of: machine, after: position, limit: limit) }
    }

    public func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
        try read { $0.summaries(after: query.after, limit: query.limit) { query.finds($0.row.summary) } }
    }

    public func count(_ query: InstanceQuery) async throws -> Int {
        try read { contents in contents.instances.values.count { query.finds($0.row.summary) } }
    }

    public func counts(of machine: String) async throws -> [InstanceStatus: Int]? {
        try read { contents in
            let instances = contents.instances.values.filter { $0.row.name.machine == machine }
            return Dictionary(grouping: instances, by: \.row.status).mapValues(\.count)
        }
    }

    public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try read { ($0.instances[instance]?.journal ?? []).filter { $0.number > number }.first(limit) }
    }
}
