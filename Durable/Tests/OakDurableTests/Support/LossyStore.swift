import Foundation
import OakDurable
import OakDurableTesting
import TestSupport

/// The access of a process to a ``SharedStore``, whose answers come late, or are lost although the store has done
/// everything or nothing.
final class LossyStore: ForwardingStore {
    private let shared: SharedStore
    var base: MemoryStore { shared.base }
    private let script: Guarded<[StoreFault]>

    /// - Parameter script: The faults of the transactions, one for each; later ones have none.
    init(_ shared: SharedStore, script: [StoreFault]) {
        self.shared = shared
        self.script = Guarded(script.reversed())
    }

    var leaseDuration: TimeInterval? { shared.leaseDuration }
    var isShared: Bool { shared.isShared }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        switch script.withLock({ $0.popLast() }) ?? .none {
        case .failureBefore, .crashBefore: throw FaultyStore.error
        case .failureAfter, .crashAfter:
            _ = try await shared.commit(batches, at: now)
            // It does not know of which arrivals the answer has told, and tells of all once more.
            try await shared.tellAgain(of: batches.map(\.lease.shard))
            throw FaultyStore.error
        case .delay(let before, let after):
            for _ in 0..<before { await Task.yield() }
            let answers = try await shared.commit(batches, at: now)
            for _ in 0..<after { await Task.yield() }
            return answers
        case .none: return try await shared.commit(batches, at: now)
        }
    }

    func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await shared.claim(by: owner, at: now)
    }

    func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await shared.renew(leases, of: owner, at: now)
    }

    func release(_ leases: [StoreLease], at now: Date) async throws { try await shared.release(leases, at: now) }

    func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer {
        try await shared.send(message, deduplication: deduplication, at: now)
    }

    func latestArrival(in shard: StoreShard) -> Int { shared.latestArrival(in: shard) }
    func awaitArrivals() -> AsyncStream<Void> { shared.awaitArrivals() }
}
