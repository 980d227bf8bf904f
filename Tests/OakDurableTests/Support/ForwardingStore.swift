import Foundation
import OakDurable

/// A store that passes every operation on to another one, unless it says otherwise.
protocol ForwardingStore: DurableStore {
    var base: MemoryStore { get }
}

extension ForwardingStore {
    func claim(by owner: StoreOwner, at now: Date) async throws -> StoreLease {
        try await base.claim(by: owner, at: now)
    }

    func release(_ lease: StoreLease, at now: Date) async { await base.release(lease, at: now) }

    func instance(_ name: InstanceName) async throws -> StoredInstance? { try await base.instance(name) }

    func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try await base.inbox(of: instance, after: number, limit: limit)
    }

    func unfinished(after key: InstanceKey, limit: Int) async throws -> [InstanceSummary] {
        try await base.unfinished(after: key, limit: limit)
    }

    func deadlines(after last: DeadlineReference?, limit: Int) async throws -> [DeadlineReference] {
        try await base.deadlines(after: last, limit: limit)
    }

    func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date, isShort: Bool
    ) async throws -> [StoreAnswer] {
        try await base.commit(changes, under: lease, at: now, isShort: isShort)
    }

    func list(_ query: InstanceQuery) async throws -> [InstanceSummary] { try await base.list(query) }

    func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try await base.journal(of: instance, after: number, limit: limit)
    }
}
