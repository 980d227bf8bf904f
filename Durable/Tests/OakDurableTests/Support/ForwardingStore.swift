import Foundation
import OakDurable

/// A store that passes every operation on to another one, unless it says otherwise.
protocol ForwardingStore: DurableStore {
    associatedtype Base: DurableStore

    var base: Base { get }
}

extension ForwardingStore {
    var leaseDuration: TimeInterval? { base.leaseDuration }
    var isShared: Bool { base.isShared }

    func shard(of name: InstanceName) -> StoreShard { base.shard(of: name) }

    func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await base.claim(by: owner, at: now)
    }

    func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await base.renew(leases, of: owner, at: now)
    }

    func release(_ leases: [StoreLease], at now: Date) async throws { try await base.release(leases, at: now) }

    func instance(_ name: InstanceName) async throws -> StoredInstance? { try await base.instance(name) }

    func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try await base.inbox(of: instance, after: number, limit: limit)
    }

    func unfinished(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try await base.unfinished(in: shards, after: key, limit: limit)
    }

    func suspects(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try await base.suspects(in: shards, after: key, limit: limit)
    }

    func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference] {
        try await base.deadlines(in: shards, after: last, limit: limit)
    }

    func queued(in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int) async throws -> QueuePage {
        try await base.queued(in: queue, of: shards, at: now, limit: limit)
    }

    func watchers(of instance: InstanceKey) async throws -> [InstanceName] { try await base.watchers(of: instance) }

    func queues(in shards: Set<StoreShard>) async throws -> [String] { try await base.queues(in: shards) }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        try await base.commit(batches, at: now)
    }

    func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer {
        try await base.send(message, deduplication: deduplication, at: now)
    }

    func latestArrival(in shard: StoreShard) -> Int { base.latestArrival(in: shard) }

    func awaitArrivals() -> AsyncStream<Void> { base.awaitArrivals() }

    func changes(of machine: String, after position: FeedPosition, limit: Int) async throws -> [StoredFeedEntry] {
        try await base.changes(of: machine, after: position, limit: limit)
    }

    func lastRun(of schedule: String) async throws -> Date? { try await base.lastRun(of: schedule) }

    func list(_ query: InstanceQuery) async throws -> [InstanceSummary] { try await base.list(query) }

    func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try await base.journal(of: instance, after: number, limit: limit)
    }
}
