import Foundation
import Oak
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
    /// The events that the owner of a shard has not heard of.
    private let news: News

    /// Whether the others divide the shards of a process among them as soon as its leases have expired.
    private let forgetsExpired: Bool

    /// Creates an empty store, and the access of a first process.
    convenience init(shards: Int, forgetsExpired: Bool = false) {
        self.init(MemoryStore(shards: shards), Guarded([]), News(), forgetsExpired)
    }

    private init(_ base: MemoryStore, _ owners: Guarded<Set<StoreOwner>>, _ news: News, _ forgetsExpired: Bool) {
        self.base = base
        self.owners = owners
        self.news = news
        self.forgetsExpired = forgetsExpired
    }

    /// The access of another process.
    func join() -> SharedStore { SharedStore(base, owners, news, forgetsExpired) }

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
        let surplus = Array(kept.sorted { $0.shard < $1.shard }.dropFirst(share(of: owner, at: now)))
        try await base.release(surplus, at: now)
        return take(up: kept.filter { !surplus.contains($0) }, by: owner, at: now)
    }

    var isShared: Bool { base.ownership.count > 1 }

    func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer {
        let answer = base.receive(message, deduplication: deduplication, at: now)
        if let notice = StoredNotice(of: message, answered: answer, at: now) { tell(notice) }
        return answer
    }

    /// Tells the owner of an instance something.
    func tell(_ notice: StoredNotice) { news.add(notice, in: shard(of: notice.watcher)) }

    func latestArrival(in shard: StoreShard) -> Int { news.latest(in: shard) }

    func awaitArrivals() -> AsyncStream<Void> { news.arrivals.values }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        let arrived = try batches.map { batch in
            // No other process hears of the events of an owner.
            try base.ownership.first { $0.shard == batch.lease.shard }.flatMap { shard in
                guard shard.lease?.generation == batch.lease.generation else {
                    throw DurableError.ownershipLost(to: shard.lease?.owner.name ?? "nobody")
                }
                return batch.changes.isEmpty ? nil : news.take(in: batch.lease.shard)
            }
        }
        var answers = try await base.commit(batches, at: now)
        for (index, arrivals) in arrived.enumerated() {
            guard let arrivals, let first = answers[index].first else { continue }
            if arrivals.notices.isEmpty, !batches[index].changes.contains(.takeArrivals) { continue }
            answers[index][0] = .arrived(arrivals, first)
        }
        return answers
    }

    /// Tells the owners of shards of all waiting events and new instances once more.
    func tellAgain(of shards: [StoreShard]) async throws {
        for summary in try await base.list(InstanceQuery(statuses: [.running], limit: .max)) {
            guard shards.contains(shard(of: summary.name)) else { continue }
            if summary.number == 0 { tell(StoredNotice(to: summary.name, .start)) }
            for event in try await base.inbox(of: summary.key, after: 0, limit: .max) {
                tell(StoredNotice(to: summary.name, event))
            }
        }
    }

    func release(_ leases: [StoreLease], at now: Date) async throws {
        owners.withLock { $0.subtract(leases.map(\.owner)) }
        try await base.release(leases, at: now)
    }

    /// The number of shards for each process.
    private func share(of owner: StoreOwner, at now: Date) -> Int {
        let ownership = base.ownership
        let others = owners.withLock { $0 }.filter { other in
            let seen = ownership.filter { $0.lease?.owner == other }.map { $0.lastSeen ?? now }
            if !forgetsExpired { return other != owner }
            return other != owner && (seen.max().map { now.timeIntervalSince($0) <= leaseDuration ?? 0 } ?? true)
        }
        return (ownership.count + others.count) / (others.count + 1)
    }

    private func take(up leases: [StoreLease], by owner: StoreOwner, at now: Date) -> [StoreLease] {
        let processes = owners.withLock { $0 }
        let free = base.ownership.filter { shard, lease, lastSeen in
            guard let lease else { return true }
            if !processes.contains(lease.owner) { return true }
            return now.timeIntervalSince(lastSeen ?? now) > leaseDuration ?? 0
        }
        let wanted = free.prefix(max(0, share(of: owner, at: now) - leases.count)).map(\.shard)
        // The new owner reads the inboxes.
        for shard in wanted { _ = news.take(in: shard) }
        return leases + base.claim(wanted, by: owner, at: now)
    }
}

/// Tells the owners of shards of the events that others have sent.
private final class News: Sendable {
    private struct Shard {
        var notices: [StoredNotice] = []
        var latest = 0
    }

    private let shards = Guarded<[StoreShard: Shard]>([:])
    let arrivals = Signal()

    func add(_ notice: StoredNotice, in shard: StoreShard) {
        shards.withLock {
            $0[shard, default: Shard()].notices.append(notice)
            $0[shard, default: Shard()].latest += 1
        }
        arrivals.send()
    }

    func take(in shard: StoreShard) -> StoredArrivals {
        shards.withLock { shards in
            defer { shards[shard]?.notices = [] }
            return StoredArrivals(shards[shard]?.notices ?? [], upTo: shards[shard]?.latest ?? 0)
        }
    }

    func latest(in shard: StoreShard) -> Int { shards.withLock { $0[shard]?.latest ?? 0 } }
}

extension StoredNotice {
    /// The news for the owner of the target of a message; `nil` if there is nothing to do.
    fileprivate init?(of message: StoredMessage, answered answer: StoreAnswer, at now: Date) {
        switch (answer, message.content) {
        case (.created, .start): self.init(to: message.target, .start)
        case (.stored(let number), .event(let event, let version)):
            self.init(
                to: message.target,
                StoredEvent(
                    number: number, version: version, received: now, event: event, context: message.context))
        default: return nil
        }
    }
}
