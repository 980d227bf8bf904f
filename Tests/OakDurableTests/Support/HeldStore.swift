import Foundation
import OakDurable
import OakTesting
import Synchronization

/// A store that holds up events on their way into the inbox, and the reading of instances and deadlines.
@available(macOS 15, *)
final class HeldStore: DurableStore {
    let base = MemoryStore()
    let received = Gate<Void>("events")
    let read = Gate<Void>("instances")
    let due = Gate<Void>("due deadlines")
    let holdsDeadlines = Atomic(false)
    let reading = Atomic(Reading.immediate)

    /// The moment at which the reading of an instance waits at its gate.
    enum Reading: Int, AtomicRepresentable { case immediate, heldBefore, heldAfter }

    /// Whether the present task passes the gate of the instances.
    @TaskLocal static var passesReads = false

    func claim(by owner: StoreOwner, at now: Date) async throws -> StoreLease {
        try await base.claim(by: owner, at: now)
    }

    func release(_ lease: StoreLease, at now: Date) async { await base.release(lease, at: now) }

    func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date
    ) async throws -> [StoreAnswer] {
        if changes.contains(where: { if case .receive = $0 { true } else { false } }) { try await received.wait() }
        return try await base.commit(changes, under: lease, at: now)
    }

    func instance(_ name: InstanceName) async throws -> StoredInstance? {
        let reading = Self.passesReads ? .immediate : reading.load(ordering: .acquiring)
        if reading == .heldBefore { try await read.wait() }
        let instance = try await base.instance(name)
        if reading == .heldAfter { try await read.wait() }
        return instance
    }

    func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try await base.inbox(of: instance, after: number, limit: limit)
    }

    func unfinished(after key: InstanceKey, limit: Int) async throws -> [InstanceReference] {
        try await base.unfinished(after: key, limit: limit)
    }

    func deadlines(after position: DeadlinePosition?, limit: Int) async throws -> [DeadlineReference] {
        let deadlines = try await base.deadlines(after: position, limit: limit)
        if holdsDeadlines.load(ordering: .acquiring) { try await due.wait() }
        return deadlines
    }

    func list(_ query: InstanceQuery) async throws -> [InstanceSummary] { try await base.list(query) }

    func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try await base.journal(of: instance, after: number, limit: limit)
    }
}
