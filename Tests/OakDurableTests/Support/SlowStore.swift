import OakDurable
import Foundation
import OakTesting
import Synchronization
import TestSupport

/// A store whose answers can be held up after it has done its work.
@available(macOS 15, *)
final class SlowStore: ForwardingStore {
    let base = MemoryStore()
    let hold = Guarded<Set<String>>([])
    let waiting = Recorder<String>()
    let gates: [String: Gate<Void>] = [
        "receive": Gate("receive"), "deadlines": Gate("deadlines"), "claim": Gate("claim"),
    ]
    let yields: Int

    init(yields: Int = 0) { self.yields = yields }

    private func pass(_ name: String) async throws {
        for _ in 0..<yields { await Task.yield() }
        guard hold.withLock({ $0.contains(name) }), let gate = gates[name] else { return }
        waiting.record(name)
        try await gate.wait()
    }

    func holdUp(_ name: String) { hold.withLock { _ = $0.insert(name) } }

    func letGo(_ name: String) {
        hold.withLock { _ = $0.remove(name) }
        gates[name]?.open()
    }

    func untilHeld(_ name: String) async { while !waiting.values.contains(name) { await Task.yield() } }

    func claim(by owner: StoreOwner, at now: Date) async throws -> StoreLease {
        let lease = try await base.claim(by: owner, at: now)
        try await pass("claim")
        return lease
    }

    func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date, isShort: Bool
    ) async throws -> [StoreAnswer] {
        let answers = try await base.commit(changes, under: lease, at: now, isShort: isShort)
        let receives = changes.contains { if case .receive = $0 { true } else { false } }
        try await pass(receives ? "receive" : "commit")
        return answers
    }

    func deadlines(after last: DeadlineReference?, limit: Int) async throws -> [DeadlineReference] {
        let page = try await base.deadlines(after: last, limit: limit)
        try await pass("deadlines")
        return page
    }
}
