import Foundation
import OakDurable
import OakDurableTesting
import TestSupport

/// The access of a process to a ``SharedStore``, whose answers come late, or are lost although the store has done
/// everything or nothing.
final class LossyStore: ForwardingStore {
    let base: SharedStore
    private let script: Guarded<[StoreFault]>

    /// - Parameter script: The faults of the transactions, one for each; later ones have none.
    init(_ base: SharedStore, script: [StoreFault]) {
        self.base = base
        self.script = Guarded(script.reversed())
    }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        switch script.withLock({ $0.popLast() }) ?? .none {
        case .failureBefore, .crashBefore: throw FaultyStore.error
        case .failureAfter, .crashAfter:
            _ = try await base.commit(batches, at: now)
            // It does not know of which arrivals the answer has told, and tells of all once more.
            try await base.tellAgain(of: batches.map(\.lease.shard))
            throw FaultyStore.error
        case .delay(let before, let after):
            for _ in 0..<before { await Task.yield() }
            let answers = try await base.commit(batches, at: now)
            for _ in 0..<after { await Task.yield() }
            return answers
        case .none: return try await base.commit(batches, at: now)
        }
    }
}
