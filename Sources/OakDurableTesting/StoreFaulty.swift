public import Foundation
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
/// let lease = try await store.claim(by: StoreOwner(), at: Date())
/// print(lease.generation)
/// ```
///
/// Delays are turns of the executor, so an exploration of interleavings chooses what overtakes them.
public final class FaultyStore: DurableStore, @unchecked Sendable {
    /// An operation with what happened to it.
    public struct Occurrence: Hashable, Sendable {
        /// The operation.
        public var operation: StoreOperation
        /// The fault.
        public var fault: StoreFault
    }

    /// The error of each operation that a fault makes fail.
    public static let error = DurableError.storeFailed("A fault was injected.")

    /// The operations in which faults are injected.
    public let operations: Set<StoreOperation>

    private let base: any DurableStore
    private let lock = NSLock()
    // Guarded by the lock.
    private var source: Source
    private var occurrences: [Occurrence] = []
    private var isOver = false

    private enum Source {
        case script(ArraySlice<StoreFault>)
        case random(Generator<StoreFault>, SeededGenerator)
    }

    /// Creates a store with given faults.
    ///
    /// - Parameters:
    ///   - base: The store that carries out the operations.
    ///   - script: The faults, one for each operation; later operations have none.
    ///   - operations: The operations in which faults are injected; by default all except claim and release.
    public init(
        _ base: any DurableStore, script: [StoreFault], operations: Set<StoreOperation> = FaultyStore.ordinaryOperations
    ) {
        self.base = base
        self.operations = operations
        source = .script(script[...])
    }

    /// Creates a store with random faults.
    ///
    /// - Parameters:
    ///   - base: The store that carries out the operations.
    ///   - faults: Generates the fault of each operation.
    ///   - seed: Decides the faults; the same seed gives the same faults each time.
    ///   - operations: The operations in which faults are injected; by default all except claim and release.
    public init(
        _ base: any DurableStore, faults: Generator<StoreFault>, seed: UInt64,
        operations: Set<StoreOperation> = FaultyStore.ordinaryOperations
    ) {
        self.base = base
        self.operations = operations
        source = .random(faults, SeededGenerator(seed: seed))
    }

    /// All operations except claim and release.
    public static let ordinaryOperations = Set(StoreOperation.allCases).subtracting([.claim, .release])

    /// The operations so far, with what happened to them.
    public var history: [Occurrence] { lock.withLock { occurrences } }

    /// Whether the process of this store has ended.
    public var hasCrashed: Bool { lock.withLock { isOver } }

    /// Ends the process of this store: no later operation is carried out.
    public func crash() { lock.withLock { isOver = true } }

    public func claim(by owner: StoreOwner, at now: Date) async throws -> StoreLease {
        try await perform(.claim) { try await base.claim(by: owner, at: now) }
    }

    public func release(_ lease: StoreLease, at now: Date) async {
        // A release that fails leaves the lease as it is.
        try? await perform(.release) { await base.release(lease, at: now) }
    }

    public func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date
    ) async throws -> [StoreAnswer] {
        try await perform(.commit) { try await base.commit(changes, under: lease, at: now) }
    }

    public func instance(_ name: InstanceName) async throws -> StoredInstance? {
        try await perform(.instance) { try await base.instance(name) }
    }

    public func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent] {
        try await perform(.inbox) { try await base.inbox(of: instance, after: number, limit: limit) }
    }

    public func unfinished(after key: InstanceKey, limit: Int) async throws -> [InstanceReference] {
        try await perform(.unfinished) { try await base.unfinished(after: key, limit: limit) }
    }

    public func deadlines(after position: DeadlinePosition?, limit: Int) async throws -> [DeadlineReference] {
        try await perform(.deadlines) { try await base.deadlines(after: position, limit: limit) }
    }

    public func list(_ query: InstanceQuery) async throws -> [InstanceSummary] {
        try await perform(.list) { try await base.list(query) }
    }

    public func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry] {
        try await perform(.journal) { try await base.journal(of: instance, after: number, limit: limit) }
    }

    // MARK: Faults

    private nonisolated(nonsending) func perform<Value>(
        _ operation: StoreOperation, _ body: () async throws -> Value
    ) async throws -> Value {
        let fault = nextFault(of: operation)
        switch fault {
        case .none, .failureAfter: break
        case .delay(let turns, _): await pause(turns)
        case .failureBefore: throw Self.error
        case .crashBefore, .crashAfter: break
        }
        // Meanwhile the process may have ended.
        guard start(fault) else { throw Self.error }
        let value = try await body()
        switch fault {
        case .none, .failureBefore, .crashBefore: break
        case .delay(_, let turns): await pause(turns)
        case .failureAfter, .crashAfter: throw Self.error
        }
        if hasCrashed { throw Self.error }
        return value
    }

    private func nextFault(of operation: StoreOperation) -> StoreFault {
        guard operations.contains(operation) else { return .none }
        return lock.withLock {
            var fault = StoreFault.none
            switch source {
            case .script(var rest):
                fault = rest.popFirst() ?? .none
                source = .script(rest)
            case .random(let faults, var random):
                fault = faults.value(using: &random)
                source = .random(faults, random)
            }
            occurrences.append(Occurrence(operation: operation, fault: fault))
            return fault
        }
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
