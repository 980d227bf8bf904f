public import Foundation

/// A place that keeps durable machines across processes.
///
/// A host commits every change through its store and reads instances back from it. Stores differ in where the rows
/// live, never in meaning: `checkLaws(ofStore:)` of the test kit checks a store of your own.
///
/// Names that are equal in Swift are one name, also if they are composed of different scalars. Times are kept to the
/// millisecond or better.
///
/// All changes of one call to ``commit(_:under:at:)`` form one transaction. Calls of `commit` never overlap; reads may
/// overlap with each other and with a commit, and see either all or nothing of it.
///
/// Before the first claim and after a release the store is closed: reads throw ``DurableError/storeFailed(_:)``,
/// because another process may own the contents. A claim opens the store again.
public protocol DurableStore: Sendable {
    /// Takes ownership of the store and ends that of any former owner.
    ///
    /// In the same transaction, the store moves each deadline as its ``StoredDeadline/policy`` says; see
    /// ``StoredDeadline/resumed(at:lastSeen:)``.
    ///
    /// - Parameters:
    ///   - owner: The process that takes ownership.
    ///   - now: The time by the clock of the host.
    /// - Returns: The lease, whose generation is greater than that of any former lease.
    /// - Throws: ``DurableError/storeInUse(by:)`` while another process owns the store, whether or not that process
    ///   makes progress; ``DurableError/storeTooNew(schema:supported:)``; ``DurableError/notAStore(_:)``;
    ///   ``DurableError/storeFailed(_:)``.
    func claim(by owner: StoreOwner, at now: Date) async throws -> StoreLease

    /// Gives up ownership. Does nothing if the lease is not the current one.
    ///
    /// - Parameters:
    ///   - lease: The lease of the host.
    ///   - now: The time by the clock of the host.
    func release(_ lease: StoreLease, at now: Date) async

    /// Carries out changes, in order, in one transaction, which also renews the lease.
    ///
    /// A change that does not apply changes nothing and says so in its answer; the others are carried out. After an
    /// error, none is, unless the store could not tell whether the transaction was completed; then all may be.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - lease: The lease of the host.
    ///   - now: The time by the clock of the host.
    /// - Returns: One answer for each change.
    /// - Throws: ``DurableError/ownershipLost(to:)`` if the lease is not the current one;
    ///   ``DurableError/storeFailed(_:)``.
    func commit(_ changes: [StoreChange], under lease: StoreLease, at now: Date) async throws -> [StoreAnswer]

    /// Carries out changes like ``commit(_:under:at:)``, without suspending, if that is quick.
    ///
    /// A host asks for it when few events are on their way: handing a short transaction to another thread would take
    /// longer than the transaction.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - lease: The lease of the host.
    ///   - now: The time by the clock of the host.
    /// - Returns: One answer for each change; `nil` if nothing was carried out, because it might take long. The default
    ///   implementation always returns `nil`.
    /// - Throws: ``DurableError/ownershipLost(to:)`` if the lease is not the current one;
    ///   ``DurableError/storeFailed(_:)``.
    func commitAtOnce(_ changes: [StoreChange], under lease: StoreLease, at now: Date) throws -> [StoreAnswer]?

    /// Reads an instance with its activities and deadlines.
    ///
    /// - Parameter name: The name of the instance.
    /// - Returns: The instance, or `nil` if the store has none of this name.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func instance(_ name: InstanceName) async throws -> StoredInstance?

    /// Reads the waiting events of an instance in the order of their numbers.
    ///
    /// - Parameters:
    ///   - instance: The key of the instance.
    ///   - number: Events up to this number are left out.
    ///   - limit: The greatest number of events to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent]

    /// Finds the running instances that have waiting events, or activities that have not returned.
    ///
    /// - Parameters:
    ///   - key: Instances up to this key are left out.
    ///   - limit: The greatest number of instances to return.
    /// - Returns: Keys and names, in the order of the keys.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func unfinished(after key: InstanceKey, limit: Int) async throws -> [InstanceReference]

    /// Finds deadlines of running instances, the earliest first; equal ones in the order of their positions.
    ///
    /// - Parameters:
    ///   - position: Deadlines up to this position are left out; `nil` begins with the earliest.
    ///   - limit: The greatest number of deadlines to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func deadlines(after position: DeadlinePosition?, limit: Int) async throws -> [DeadlineReference]

    /// Lists instances in the order of their keys.
    ///
    /// - Parameter query: The instances to list, and how many.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func list(_ query: InstanceQuery) async throws -> [InstanceSummary]

    /// Reads the journal of an instance in the order of the macrosteps.
    ///
    /// - Parameters:
    ///   - instance: The key of the instance.
    ///   - number: Macrosteps up to this number are left out.
    ///   - limit: The greatest number of entries to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry]
}

extension DurableStore {
    public func commitAtOnce(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date
    ) throws -> [StoreAnswer]? { nil }
}
