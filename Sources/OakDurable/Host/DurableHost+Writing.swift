import Foundation
import Oak

/// A change on its way to the store, and a function that is called with the answer.
typealias PendingChange = (
    shard: StoreShard, change: StoreChange, confirm: (Result<StoreAnswer, DurableError>) -> Void
)

extension DurableHost {
    /// Hands a change to the writer, which commits all pending changes in one transaction.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - shard: The shard of its instance.
    ///   - confirm: Called with the answer of the store, in the order of the changes.
    func write(
        _ change: StoreChange, in shard: StoreShard, _ confirm: @escaping (Result<StoreAnswer, DurableError>) -> Void
    ) {
        pending.append((shard, change, confirm))
        guard !isWriting else { return }
        isWriting = true
        // Behind the events that wait for the actor, so that these share the transaction.
        tasks.start { await self.writeAll() }
    }

    /// Hands a change to the writer, and waits for the answer.
    func write(_ change: StoreChange, in shard: StoreShard) async throws -> StoreAnswer {
        try await withCheckedThrowingContinuation { continuation in
            write(change, in: shard) { continuation.resume(with: $0.mapError { $0 }) }
        }
    }

    /// Commits changes as long as there are any.
    func writeAll() async {
        while !pending.isEmpty {
            var changes = pending
            pending = []
            while !changes.isEmpty { changes = await commit(changes) }
        }
        isWriting = false
        noteEndOfClosing()
    }

    /// Commits changes in one transaction.
    ///
    /// - Returns: The changes to commit again, because the lease of one shard among several was lost.
    private func commit(_ changes: [PendingChange]) async -> [PendingChange] {
        do {
            let leases = try leases(alsoWhenClosing: true)
            var batches: [StoreBatch] = []
            var committed: [[PendingChange]] = []
            for (shard, changes) in byShard(changes) {
                if let lease = leases[shard] {
                    batches.append(StoreBatch(changes.map(\.change), under: lease))
                    committed.append(changes)
                } else {
                    for pending in changes { pending.confirm(.failure(.ownershipLost(to: "Another process"))) }
                }
            }
            // With more senders, the next transaction gathers the events that arrive during this one.
            let isShort = senders.count <= Self.few && changes.count <= Self.few
            let start = reporter.isObserved ? clock.now : .distantPast
            let answers = try await store.commit(batches, at: clock.now, isShort: isShort)
            reporter.report(.committed(changes: changes.count, seconds: clock.now.timeIntervalSince(start)))
            for (index, changes) in committed.enumerated() {
                confirm(changes, with: index < answers.count ? answers[index] : [])
            }
        } catch {
            let error = DurableError(storeError: error)
            if case .ownershipLost = error {
                if await hasOtherLeases() { return changes }
                giveUp(because: error, owning: nil)
            } else {
                reportFailure(error)
            }
            for pending in changes { pending.confirm(.failure(error)) }
        }
        return []
    }

    private func byShard(_ changes: [PendingChange]) -> [(shard: StoreShard, changes: [PendingChange])] {
        guard let shard = changes.first?.shard else { return [] }
        if changes.allSatisfy({ $0.shard == shard }) { return [(shard, changes)] }
        return Dictionary(grouping: changes, by: \.shard).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func confirm(_ changes: [PendingChange], with answers: [StoreAnswer]) {
        for (pending, answer) in zip(changes, answers) { pending.confirm(.success(answer)) }
        let error = DurableError.storeFailed("The store has answered \(answers.count) of \(changes.count) changes.")
        for pending in changes.dropFirst(answers.count) { pending.confirm(.failure(error)) }
    }

    /// The number of senders for which gathering events would not pay.
    private static var few: Int { 4 }

    /// Ends all runs, because another owner has taken the store over, or the store answers no more.
    ///
    /// - Parameter leases: The leases to give up when the host is closed.
    func giveUp(because error: DurableError, owning leases: Leases?) {
        condition = .failed(error, leases)
        reporter.report(problem: .storeFailed(error, retryAfter: nil))
        deadlines.task?.cancel()
        releaseCrowds()
        for task in background { task.cancel() }
        for instance in Array(live.values) {
            instance.storeError = instance.storeError ?? error
            stop(instance)
        }
        endWatches()
    }

    /// Tells of an error of the store, after which the host tries again.
    func reportFailure(_ error: any Error) {
        let error = DurableError(storeError: error)
        switch condition {
        case .open: reporter.report(problem: .storeFailed(error, retryAfter: settings.retryInterval))
        // The next host finds what was recorded.
        case .closing: reporter.report(problem: .storeFailed(error, retryAfter: nil))
        case .new, .opening, .closed, .failed: break
        }
    }

    /// Tells of a query that has failed so often in a row.
    ///
    /// - Returns: Whether the host tries again; otherwise it has ended.
    func triesAgain(after error: any Error, times count: Int) -> Bool {
        guard case .open(let leases) = condition else { return false }
        guard count >= settings.storeFailures else {
            reportFailure(error)
            return true
        }
        giveUp(because: DurableError(storeError: error), owning: leases)
        return false
    }

    /// Wakes those that wait for the host to close.
    func noteEndOfClosing() {
        for closer in closers { closer.resume() }
        closers = []
    }
}

/// The senders of events that are not durable, including those that wait for the actor.
final class SenderCount: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
    func remove() { lock.withLock { number -= 1 } }
}
