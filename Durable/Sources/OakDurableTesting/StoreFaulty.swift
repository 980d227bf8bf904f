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

    package let inner: any DurableStore
    private let operations: Set<StoreOperation>
    private let lock = Lock()
    // Guarded by the lock.
    private var next: () -> () -> StoreFault
    private var occurrences: [Occurrence] = []
    private var isOver = false

    private init(_ base: any DurableStore, _ operations: Set<StoreOperation>?, next: @escaping () -> () -> StoreFault) {
        inner = base
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
extension FaultyStore: StoreLayer {
    package nonisolated(nonsending) func perform<Value>(
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
