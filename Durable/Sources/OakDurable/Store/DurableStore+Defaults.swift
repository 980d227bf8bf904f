public import Foundation

extension DurableStore {
    public func shard(of name: InstanceName) -> StoreShard { .first }

    /// The shard whose owner runs a schedule.
    ///
    /// - Parameter name: The name of the schedule.
    public func shard(ofSchedule name: String) -> StoreShard { shard(of: InstanceName(machine: "", id: name)) }

    /// Carries out the changes of one shard, in order, in one transaction, which also renews its lease.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - lease: The lease of their shard.
    ///   - now: The time by the clock of the host.
    /// - Returns: One answer for each change.
    /// - Throws: The errors of ``commit(_:at:)``.
    public func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date
    ) async throws -> [StoreAnswer] {
        try await commit([StoreBatch(changes, under: lease)], at: now).first ?? []
    }

    public func claim(_ shard: StoreShard, by owner: StoreOwner, at now: Date) async throws -> StoreLease {
        let leases = try await claim(by: owner, at: now)
        guard let lease = leases.first(where: { $0.shard == shard }) else {
            throw DurableError.ownershipLost(to: "Another process")
        }
        return lease
    }

    public var commitsAtOnce: Bool { false }

    public func commitAtOnce(_ batches: [StoreBatch], at now: Date) throws -> [[StoreAnswer]]? { nil }

    public func latestArrival(in shard: StoreShard) -> Int { 0 }

    public func awaitArrivals() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    public var hearsAtOnce: Bool { true }

    public func keep(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        let renewed = try await renew(leases, of: owner, at: now)
        let gained = renewed.filter { !leases.contains($0) }
        if !gained.isEmpty { try await release(gained, at: now) }
        return renewed.filter { leases.contains($0) }
    }

    public func noteBeginning(of activity: QueuedActivity, in queue: String) async throws {}

    public func givePlacesBack(of instances: [InstanceKey], under leases: [StoreLease], at now: Date) async throws {}

    public func awaitFreeShards() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    public func awaitFreePlaces() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    public func takePlaces(
        in queue: String, for activities: [QueuedActivity], limits: DurableQueue, most: Int, under leases: [StoreLease],
        at now: Date
    ) async throws -> QueuePage { QueuePage(activities: activities, next: nil) }

    public var isShared: Bool { false }

    public func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer {
        throw DurableError.storeFailed("The store belongs to one process. Let its host send to \(message.target).")
    }

    public func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
        var result: [StoredInstance] = []
        for name in names { if let instance = try await instance(name) { result.append(instance) } }
        return result
    }

    public func summary(of name: InstanceName) async throws -> InstanceSummary? { try await instance(name)?.summary }

    public func waiting(of instance: InstanceKey) async throws -> Int {
        var (last, count): (EventNumber, Int) = (0, 0)
        while true {
            let page = try await inbox(of: instance, after: last, limit: 1000)
            count += page.count
            guard let end = page.last?.number, page.count == 1000 else { return count }
            last = end
        }
    }

    public func count(_ query: InstanceQuery) async throws -> Int {
        var all = query
        (all.after, all.limit) = (0, 1000)
        return try await instances(where: all).reduce(into: 0) { count, _ in count += 1 }
    }

    public func counts(of machine: String) async throws -> [InstanceStatus: Int]? { nil }
}
