public import Foundation
import Oak
public import OakDurable
public import OakTesting

/// A store that delays, reorders and fails the operations of another one, repeatably.
///
/// ```swift
/// import Foundation
/// import OakDurable
/// import OakDurableTesting
/// let contents = MemoryStore()
/// // The process that uses this store ends with its second operation; the next process opens the contents again.
/// let store = FaultyStore(contents, script: [.none, .crashAfter])
/// let leases = try await store.claim(by: StoreOwner(), at: Date())
/// print(leases[0].generation)
/// ```
///
/// Delays are turns of the executor, so an exploration of interleavings chooses what overtakes them.
public final class FaultyStore: @unchecked Sendable {
    /// An operation with what happened to it.
    public struct Occurrence: Hashable, Sendable {
        /// The operation.
        public var operation: StoreOperation
        /// The fault.
        public var fault: StoreFault
    }

    /// The error of each operation that a fault makes fail.
    public static let error = DurableError.storeFailed("A fault was injected.")

    private let base: any DurableStore
    private let operations: Set<StoreOperation>
    private let lock = Lock()
    // Guarded by the lock.
    private var next: () -> () -> StoreFault
    private var occurrences: [Occurrence] = []
    private var isOver = false

    private init(_ base: any DurableStore, _ operations: Set<StoreOperation>?, next: @escaping () -> () -> StoreFault) {
        self.base = base
        self.operations =
            operations
            ?? Set(StoreOperation.allCases).subtracting(
                [.claim, .suspects, .renew, .release, .counts])
        self.next = next
    }

    /// Creates a store with given faults.
    ///
    /// - Parameters:
    ///   - base: The store that carries out the operations.
    ///   - script: The faults, one for each operation; later operations have none.
    ///   - operations: The operations in which faults are injected; by default all
    ///     except those that open and close the store, renew leases, and count for the observer.
    public convenience init(_ base: any DurableStore, script: [StoreFault], operations: Set<StoreOperation>? = nil) {
        var rest = script[...]
        self.init(base, operations) {
            let fault = rest.popFirst() ?? .none
            return { fault }
        }
    }

    /// Creates a store with random faults.
    ///
    /// - Parameters:
    ///   - base: The store that carries out the operations.
    ///   - faults: Generates the fault of each operation.
    ///   - seed: Decides the faults; the same seed gives the same faults each time.
    ///   - operations: The operations in which faults are injected; by default all
    ///     except those that open and close the store, renew leases, and count for the observer.
    public convenience init(
        _ base: any DurableStore, faults: Generator<StoreFault>, seed: UInt64, operations: Set<StoreOperation>? = nil
    ) {
        var random = SeededGenerator(seed: seed)
        self.init(base, operations) {
            var own = SeededGenerator(seed: random.next())
            return { faults.value(using: &own) }
        }
    }

    /// The operations so far, with what happened to them.
    public var history: [Occurrence] { lock.withLock { occurrences } }

    /// Whether the process of this store has ended.
    public var hasCrashed: Bool { lock.withLock { isOver } }

    /// Ends the process of this store: no later operation is carried out.
    public func crash() { lock.withLock { isOver = true } }
}

@_documentation(visibility: internal)
extension FaultyStore: DurableStore {
    public var leaseDuration: TimeInterval? { base.leaseDuration }

    public func shard(of name: InstanceName) -> StoreShard { base.shard(of: name) }

    public func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await perform(.claim) { try await base.claim(by: owner, at: now) }
    }

    public func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await perform(.renew) { try await base.renew(leases, of: owner, at: now) }
    }

    public func release(_ leases: [StoreLease], at now: Date) async throws {
        // A release that fails leaves the leases as they are.
        try await perform(.release) { try await base.release(leases, at: now) }
    }

    public func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]] {
        try await perform(.commit) { try await base.commit(batches, at: now) }
    }

    public func instance(_ name: InstanceName) async throws -> StoredInstance? {
        try await perform(.instance) { try await base.instance(name) }
    }

    public func instances(_ names: [InstanceName]) async throws -> [StoredInstance] {
        try await perform(.instance) { try await base.instances(names) }
    }

    public func summary(of name: InstanceName) async throws -> InstanceSummary? {
        try await perform(.instance) { try await base.summary(of: name) }
    }

    public func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try await perform(.inbox) { try await base.inbox(of: instance, after: number, limit: limit) }
    }

    public func waiting(of instance: InstanceKey) async throws -> Int {
        try await perform(.inbox) { try await base.waiting(of: instance) }
    }

    public func unfinished(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try await perform(.unfinished) { try await base.unfinished(in: shards, after: key, limit: limit) }
    }

    public func suspects(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary] {
        try await perform(.suspects) { try await base.suspects(in: shards, after: key, limit: limit) }
    }

    public func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference] {
        try await perform(.deadlines) { try await base.deadlines(in: shards, after: last, limit: limit) }
    }

    public func queued(
        in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int
    ) async throws -> QueuePage {
        try await perform(.queued) { try await base.queued(in: queue, of: shards, at: now, limit: limit) }
    }

    public func queues(in shards: Set<StoreShard>) async throws -> [String] {
        try await perform(.queued) { try await base.queues(in: shards) }
    }

    public func watchers(of instance: InstanceKey) async throws -> [InstanceName] {
        try await perform(.watchers) { try await base.watchers(of: instance) }
    }

    public func lastRun(of schedule: String) async throws -> Date? {
        try await perform(.lastRun) { try await base.lastRun(of: schedule) }
    }

    public func changes(
        of machine: String, after position: FeedPosition, limit: Int
    ) async throws -> [StoredFeedEntry] {
        try await perform(.changes) { try await base.changes(of: machine, after: position, limit: limit) }
    }

    public func latestArrival(in shard: StoreShard) -> Int { base.latestArrival(in: shard) }

    public func awaitArrivals() -> AsyncStream<Void> { base.awaitArrivals() }

    public var hearsAtOnce: Bool { base.hearsAtOnce }

    public func awaitFreeShards() -> AsyncStream<Void> { base.awaitFreeShards() }

    public func keep(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease] {
        try await perform(.renew) { try await base.keep(leases, of: owner, at: now) }
    }

    public func noteBeginning(of activity: QueuedActivity, in queue: String) async throws {
        try await perform(.queued) { try await base.noteBeginning(of: activity, in: queue) }
    }

    public func givePlacesBack(of instances: [InstanceKey], under leases: [StoreLease], at now: Date) async throws {
        try await perform(.queued) { try await base.givePlacesBack(of: instances, under: leases, at: now) }
    }

    public func awaitFreePlaces() -> AsyncStream<Void> { base.awaitFreePlaces() }

    public func takePlaces(
        in queue: String, for activities: [QueuedActivity], limits: DurableQueue, most: Int, under leases: [StoreLease],
        at now: Date
    ) async throws -> QueuePage {
        try await perform(.queued) {
            try await base.takePlaces(in: queue, for: activities, limits: limits, most: most, under: leases, at: now)
        }
    }

    public var isShared: Bool { base.isShared }

    public func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer {
        try await perform(.send) { try await base.send(message, deduplication: deduplication, at: now) }
    }

    public func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
        try await perform(.list) { try await base.list(query) }
    }

    public func count(_ query: InstanceQuery) async throws -> Int {
        try await perform(.list) { try await base.count(query) }
    }

    public func counts(of machine: String) async throws -> [InstanceStatus: Int]? {
        try await perform(.counts) { try await base.counts(of: machine) }
    }

    public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try await perform(.journal) { try await base.journal(of: instance, after: number, limit: limit) }
    }

    // MARK: Faults

    private nonisolated(nonsending) func perform<Value>(
        _ operation: StoreOperation, _ body: () async throws -> Value
    ) async throws -> Value {
        let fault = nextFault(of: operation)
        var turns = (before: 0, after: 0)
        if case .delay(let before, let after) = fault { turns = (before, after) }
        await pause(turns.before)
        // Meanwhile the process may have ended.
        guard fault != .failureBefore, start(fault) else { throw Self.error }
        let value = try await body()
        await pause(turns.after)
        if hasCrashed || fault == .failureAfter { throw Self.error }
        return value
    }

    private func nextFault(of operation: StoreOperation) -> StoreFault {
        guard operations.contains(operation) else { return .none }
        let (index, make) = lock.withLock {
            occurrences.append(Occurrence(operation: operation, fault: .none))
            return (occurrences.count - 1, next())
        }
        // Outside the lock, because generators are the user's code.
        let fault = make()
        lock.withLock { occurrences[index].fault = fault }
        return fault
    }

    /// Whether an operation is carried out; a crash with it is the last thing that happens.
    private func start(_ fault: StoreFault) -> Bool {
        lock.withLock {
            if isOver { return false }
            isOver = fault == .crashBefore || fault == .crashAfter
            return fault != .crashBefore
        }
    }

    private nonisolated(nonsending) func pause(_ turns: Int) async {
        for _ in 0..<max(0, turns) { await Task.yield() }
    }
}

/// Something that happens to one operation of a ``FaultyStore``.
public enum StoreFault: Hashable, Sendable {
    /// The operation is carried out at once.
    case none
    /// The operation suspends before and after it is carried out, for so many turns.
    ///
    /// Other operations may overtake it: a read that is late returns what was true earlier.
    case delay(before: Int = 0, after: Int = 0)
    /// The operation throws an error, and is not carried out.
    case failureBefore
    /// The operation is carried out, then throws an error, as a disk does that loses only the confirmation.
    case failureAfter
    /// The process ends: this operation and all later ones throw an error, and are not carried out.
    case crashBefore
    /// The operation is carried out, then the process ends: it and all later ones throw an error.
    case crashAfter
}

/// An operation of a store in which a ``FaultyStore`` injects faults.
public enum StoreOperation: Hashable, Sendable, CaseIterable {
    /// Taking the store over for an owner.
    case claim
    /// Renewing leases.
    case renew
    /// Giving the store up.
    case release
    /// A transaction.
    case commit
    /// Reading instances by their names.
    case instance
    /// Reading the events that wait for an instance.
    case inbox
    /// Reading the instances that have work to do.
    case unfinished
    /// Reading the instances that are suspected of crashes.
    case suspects
    /// Reading the next deadlines.
    case deadlines
    /// Reading the activities of a queue, or the names of all queues.
    case queued
    /// Reading the watchers of an instance.
    case watchers
    /// Reading the last time of a schedule.
    case lastRun
    /// Reading the feed of a machine.
    case changes
    /// Reading a list of instances, or its length.
    case list
    /// Reading the numbers of instances for the observer.
    case counts
    /// Reading the macrosteps of an instance.
    case journal
    /// Sending to the instance of another process.
    case send
}
