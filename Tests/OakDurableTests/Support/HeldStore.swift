import Foundation
import OakDurable
import OakTesting
import Synchronization

/// A store that holds up events on their way into the inbox, and the reading of instances and deadlines.
@available(macOS 15, *)
final class HeldStore: ForwardingStore {
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

    func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date, isShort: Bool
    ) async throws -> [StoreAnswer] {
        if changes.contains(where: { if case .receive = $0 { true } else { false } }) { try await received.wait() }
        return try await base.commit(changes, under: lease, at: now, isShort: isShort)
    }

    func instance(_ name: InstanceName) async throws -> StoredInstance? {
        let reading = Self.passesReads ? .immediate : reading.load(ordering: .acquiring)
        if reading == .heldBefore { try await read.wait() }
        let instance = try await base.instance(name)
        if reading == .heldAfter { try await read.wait() }
        return instance
    }

    func deadlines(after last: DeadlineReference?, limit: Int) async throws -> [DeadlineReference] {
        let deadlines = try await base.deadlines(after: last, limit: limit)
        if holdsDeadlines.load(ordering: .acquiring) { try await due.wait() }
        return deadlines
    }
}
