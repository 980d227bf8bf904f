public import Foundation

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
/// assert(second.generation > first.generation)
/// ```
///
/// No function suspends, so tests on a deterministic executor repeat exactly. An operation takes time that grows with
/// the logarithm of the number of instances; a claim takes time that grows with the number of deadlines.
public final class MemoryStore: @unchecked Sendable {
    private let lock = NSLock()
    /// Guarded by the lock.
    private var contents = MemoryStoreContents()

    /// Creates an empty store.
    public init() {}

    private func read<Value>(_ body: (MemoryStoreContents) -> Value) throws(DurableError) -> Value {
        lock.lock()
        defer { lock.unlock() }
        guard contents.isOwned else { throw .storeFailed("The store has no owner. Claim the store first.") }
        return body(contents)
    }
}

@_documentation(visibility: internal)
extension MemoryStore: DurableStore {
    public func claim(by owner: StoreOwner, at now: Date) async throws -> StoreLease {
        lock.withLock { contents.claim(by: owner, at: now) }
    }

    public func release(_ lease: StoreLease, at now: Date) async {
        lock.withLock { contents.release(lease, at: now) }
    }

    public func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date, isShort: Bool
    ) async throws -> [StoreAnswer] {
        try lock.withLock {
            try contents.renew(lease, at: now)
            return changes.map { contents.apply($0, at: now) }
        }
    }

    public func instance(_ name: InstanceName) async throws -> StoredInstance? {
        try read { contents in contents.instance(named: name) }
    }

    public func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try read { ($0.instances[instance]?.inbox ?? []).filter { $0.number > number }.first(limit) }
    }

    public func unfinished(after key: InstanceKey, limit: Int) async throws -> [InstanceSummary] {
        try read { $0.summaries(after: key, limit: limit, where: \.isUnfinished) }
    }

    public func deadlines(after last: DeadlineReference?, limit: Int) async throws -> [DeadlineReference] {
        try read { $0.deadlines(after: last, limit: limit) }
    }

    public func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
        try read { contents in
            contents.summaries(after: query.after, limit: query.limit) { instance in
                query.statuses.contains(instance.row.status)
                    && query.machine ?? instance.row.name.machine == instance.row.name.machine
                    && query.versions?.contains(instance.row.version) ?? true
            }
        }
    }

    public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try read { ($0.instances[instance]?.journal ?? []).filter { $0.number > number }.first(limit) }
    }
}
