public import Foundation

/// A place that keeps durable machines across processes.
///
/// A host commits every change through its store and reads instances back from it. Stores differ in where the rows
/// live, never in meaning: `checkLaws(ofStore:)` of the test kit checks a store of your own.
///
/// Names that are equal in Swift are one name, also if they are composed of different scalars. Times are kept to the
/// millisecond or better.
///
/// All changes of one call to ``commit(_:under:at:isShort:)`` form one transaction. Calls of `commit` never overlap;
/// reads may overlap with each other and with a commit, and see either all or nothing of it.
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
    ///   - isShort: Whether the changes are few and nothing gathers meanwhile: handing them to another thread would
    ///     take longer than carrying them out on the caller's.
    /// - Returns: One answer for each change.
    /// - Throws: ``DurableError/ownershipLost(to:)`` if the lease is not the current one;
    ///   ``DurableError/storeFailed(_:)``.
    func commit(
        _ changes: [StoreChange], under lease: StoreLease, at now: Date, isShort: Bool
    ) async throws -> [StoreAnswer]

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
    /// - Returns: The instances in the order of their keys.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func unfinished(after key: InstanceKey, limit: Int) async throws -> [InstanceSummary]

    /// Finds deadlines of running instances in the order of ``DeadlineReference``.
    ///
    /// - Parameters:
    ///   - last: Deadlines up to this one, which need not be there any more, are left out; `nil` begins with the
    ///     earliest.
    ///   - limit: The greatest number of deadlines to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func deadlines(after last: DeadlineReference?, limit: Int) async throws -> [DeadlineReference]

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

/// A process that owns a store.
public struct StoreOwner: Hashable, Sendable {
    /// A description for people: host, program and process.
    public var name: String

    /// Distinguishes owners with equal names.
    public var id: UUID

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - name: A description for people; by default host, program and process id.
    ///   - id: Distinguishes owners with equal names; by default a new one.
    public init(name: String? = nil, id: UUID = UUID()) {
        let process = ProcessInfo.processInfo
        self.name = name ?? "\(process.processName) (process \(process.processIdentifier) on \(process.hostName))"
        self.id = id
    }
}

/// The ownership of a store, which every transaction checks.
///
/// A store increments the generation each time its ownership changes, so a former owner that still runs can never
/// write again, however late it wakes up.
public struct StoreLease: Hashable, Sendable {
    /// The owner.
    public var owner: StoreOwner

    /// The number of this ownership; greater than those of all former ones.
    public var generation: Int

    /// How long, in seconds, a lease stays valid after its last transaction.
    ///
    /// A store of one process keeps it for information only, because the operating system tells whether that process
    /// is alive. A store that several processes share lets another take over after this time.
    public var duration: TimeInterval

    /// The time of the last transaction before this lease; `nil` for a new store.
    public var lastSeen: Date?

    /// Creates a lease.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - generation: The number of this ownership.
    ///   - duration: How long, in seconds, the lease stays valid after its last transaction; 30 by default.
    ///   - lastSeen: The time of the last transaction before this lease.
    public init(owner: StoreOwner, generation: Int, duration: TimeInterval = 30, lastSeen: Date?) {
        self.owner = owner
        self.generation = generation
        self.duration = duration
        self.lastSeen = lastSeen
    }
}
