import Foundation
import OakDurable
import TestSupport

/// A store in memory that several processes share: each value is the access of one of them.
///
/// A lease that is not renewed for its duration is free. The shards are divided evenly among the processes: each hands
/// over those that are too many when it renews its leases, and takes up those that are free.
final class SharedStore: ForwardingStore {
    let base: MemoryStore
    var leaseDuration: TimeInterval? { 30 }
    /// The owners of all processes.
    private let owners: Guarded<Set<StoreOwner>>
    private let own = Guarded<[StoreOwner]>([])

    /// Creates an empty store, and the access of a first process.
    convenience init(shards: Int) { self.init(MemoryStore(shards: shards), Guarded([])) }

    private init(_ base: MemoryStore, _ owners: Guarded<Set<StoreOwner>>) {
        self.base = base
        self.owners = owners
    }

    /// The access of another process.
    func join() -> SharedStore { SharedStore(base, owners) }

    /// The access of the next process, after this one has ended, and its leases have expired.
    func end() -> SharedStore {
        owners.withLock { $0.subtract(own.withLock { $0 }) }
        return join()
    }

    func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        let former = own.withLock { own in
            defer { own.append(owner) }
            return own
        }
        owners.withLock { $0 = $0.subtracting(former).union([owner]) }
        return take(up: [], by: owner, at: now)
    }

    func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        let current = base.ownership
        var kept = leases.filter { current[$0.shard.number].lease == $0 }
        kept = try await base.renew(kept, of: owner, at: now)
        let surplus = Array(kept.sorted { $0.shard < $1.shard }.dropFirst(share))
        try await base.release(surplus, at: now)
        return take(up: kept.filter { !surplus.contains($0) }, by: owner, at: now)
    }

    func release(_ leases: [StoreLease], at now: Date) async throws {
        owners.withLock { $0.subtract(leases.map(\.owner)) }
        try await base.release(leases, at: now)
    }

    /// The number of shards for each process.
    private var share: Int {
        let (shards, processes) = (base.ownership.count, max(1, owners.withLock { $0.count }))
        return (shards + processes - 1) / processes
    }

    private func take(up leases: [StoreLease], by owner: StoreOwner, at now: Date) -> [StoreLease] {
        let processes = owners.withLock { $0 }
        let free = base.ownership.filter { shard, lease, lastSeen in
            guard let lease else { return true }
            if !processes.contains(lease.owner) { return true }
            return now.timeIntervalSince(lastSeen ?? now) > leaseDuration ?? 0
        }
        let wanted = free.prefix(max(0, share - leases.count)).map(\.shard)
        return leases + base.claim(wanted, by: owner, at: now)
    }
}
