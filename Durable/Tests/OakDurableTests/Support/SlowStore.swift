import Foundation
import OakDurable
import OakTesting
import TestSupport

/// A store whose operations can be held up, before or after they have done their work.
final class SlowStore: ForwardingStore {
    enum Place { case claim, beforeReceive, receive, beforeInstance, instance, deadlines }

    let base = MemoryStore()
    private let gates = Guarded<[Place: Gate<Void>]>([:])
    private let waiting = Recorder<Place>()
    private let yields: Int

    /// Whether nothing holds up the present task.
    @TaskLocal static var passes = false

    init(yields: Int = 0) { self.yields = yields }

    func holdUp(_ place: Place) { gates.withLock { $0[place] = Gate("\(place)") } }

    func letGo(_ place: Place) { gates.withLock { $0.removeValue(forKey: place) }?.open() }

    func untilHeld(_ place: Place) async { while !waiting.values.contains(place) { await Task.yield() } }

    private func pass(_ place: Place) async throws {
        guard !Self.passes, let gate = gates.withLock({ $0[place] }) else { return }
        waiting.record(place)
        try await gate.wait()
    }

    func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        let lease = try await base.claim(by: owner, at: now)
        try await pass(.claim)
        return lease
    }

    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        let receives = batches.flatMap(\.changes).contains { if case .receive = $0 { true } else { false } }
        if receives { try await pass(.beforeReceive) }
        let answers = try await base.commit(batches, at: now)
        for _ in 0..<yields { await Task.yield() }
        if receives { try await pass(.receive) }
        return answers
    }

    func instance(_ name: InstanceName) async throws -> StoredInstance? {
        try await pass(.beforeInstance)
        let instance = try await base.instance(name)
        try await pass(.instance)
        return instance
    }

    func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference] {
        let page = try await base.deadlines(in: shards, after: last, limit: limit)
        try await pass(.deadlines)
        return page
    }
}
