public import Foundation

/// A place that keeps durable machines across processes.
///
/// A host commits every change through its store and reads instances back from it. Stores differ in where the rows
/// live, never in meaning: `checkLaws(ofStore:)` of the test kit checks a store of your own.
///
/// Names that are equal in Swift are one name, also if they are composed of different scalars. Times are kept to the
/// millisecond or better.
///
/// Each instance belongs to a shard, and each shard has one owner. A store of one process is one shard; a store that
/// several processes share divides its instances among them.
///
/// All changes of one call to ``commit(_:at:)`` form one transaction. Calls of `commit` never overlap; reads
/// and renewals may overlap with each other and with a commit, and see either all or nothing of it.
///
/// Before the first claim and after a release the store is closed, unless it is ``isShared``: reads throw
/// ``DurableError/storeFailed(_:)``, because another process may own the contents. A claim opens the store again.
public protocol DurableStore: Sendable {
    /// Returns the shard of an instance; by default the first one, to which all instances belong.
    ///
    /// - Parameter name: The name of the instance, which has the same shard in each process.
    func shard(of name: InstanceName) -> StoreShard

    /// How long, in seconds, a lease stays valid after its last transaction or renewal.
    ///
    /// A host renews its leases each third of this time. A store that several processes share lets another take over a
    /// shard when it has passed; in a store of one process, it tells until when that was alive. With `nil`, leases need
    /// no renewal.
    var leaseDuration: TimeInterval? { get }

    /// Takes ownership of the shards that are free, and opens the store.
    ///
    /// In the same transaction, the store moves each deadline of these shards as its ``StoredDeadline/policy`` says;
    /// see ``StoredDeadline/resume(at:lastSeen:)``.
    ///
    /// - Parameters:
    ///   - owner: The process that takes ownership.
    ///   - now: The time by the clock of the host.
    /// - Returns: A lease for each shard, whose generation is greater than those of all former leases of the shard;
    ///   none if other processes share the store and own all shards.
    /// - Throws: ``DurableError/storeInUse(by:)`` while another process owns a store of one process, whether or not it
    ///   makes progress; ``DurableError/storeTooNew(schema:supported:)``; ``DurableError/notAStore(_:)``;
    ///   ``DurableError/storeFailed(_:)``.
    func claim(by owner: StoreOwner, at now: Date) async throws -> [StoreLease]

    /// Renews the leases of an owner.
    ///
    /// A store that several processes share may take up shards that have become free, and hand over some of these: the
    /// owner goes on with the leases that are returned.
    ///
    /// - Parameters:
    ///   - leases: The leases of the host.
    ///   - owner: The owner.
    ///   - now: The time by the clock of the host.
    /// - Returns: The leases from now on.
    /// - Throws: ``DurableError/ownershipLost(to:)`` if another process owns the store;
    ///   ``DurableError/storeFailed(_:)``.
    func renew(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease]

    /// Renews leases of an owner that gains no others: a host that closes. By default, it gives up those that it gains.
    ///
    /// - Parameters:
    ///   - leases: The leases.
    ///   - owner: The owner.
    ///   - now: The time by the clock of the owner.
    /// - Returns: Those that the owner still has.
    /// - Throws: The errors of ``renew(_:of:at:)``.
    func keep(_ leases: [StoreLease], of owner: StoreOwner, at now: Date) async throws -> [StoreLease]

    /// Claims one shard for an operator, whose owner gives it up for that time.
    ///
    /// By default, the operator becomes the owner of the whole store, which no host may have open.
    ///
    /// - Parameters:
    ///   - shard: The shard.
    ///   - owner: The operator.
    ///   - now: The time by the clock of the operator.
    /// - Returns: The lease, which is given up by ``release(_:at:)``.
    /// - Throws: The errors of ``claim(by:at:)``; ``DurableError/ownershipLost(to:)`` if the owner keeps the shard.
    func claim(_ shard: StoreShard, by owner: StoreOwner, at now: Date) async throws -> StoreLease

    /// Gives up ownership, and closes the store. Leases that are not the current ones change nothing.
    ///
    /// - Parameters:
    ///   - leases: The leases of the host.
    ///   - now: The time by the clock of the host.
    /// - Throws: ``DurableError/storeFailed(_:)`` if the store is closed, and not as it should be left.
    func release(_ leases: [StoreLease], at now: Date) async throws

    /// Carries out changes, in order, in one transaction, which also renews their leases.
    ///
    /// A change that does not apply changes nothing and says so in its answer; the others are carried out. After an
    /// error, none is, unless the store could not tell whether the transaction was completed; then all may be.
    ///
    /// - Parameters:
    ///   - batches: The changes, those of each shard under its lease.
    ///   - now: The time by the clock of the host.
    /// - Returns: One answer for each change of each batch.
    /// - Throws: ``DurableError/ownershipLost(to:)`` if a lease is not the current one;
    ///   ``DurableError/storeFailed(_:)``.
    func commit(_ batches: [StoreBatch], at now: Date) async throws -> [[StoreAnswer]]

    /// Whether ``commitAtOnce(_:at:)`` would carry out a batch now; by default it would not.
    var commitsAtOnce: Bool { get }

    /// Carries out few changes as ``commit(_:at:)`` does, on the thread of the caller, if that takes no longer than to
    /// wake another one.
    ///
    /// - Parameters:
    ///   - batches: The changes, those of each shard under its lease.
    ///   - now: The time by the clock of the host.
    /// - Returns: One answer for each change of each batch; `nil` if nothing has happened, because it would take
    ///   longer. By default that is so.
    /// - Throws: The errors of ``commit(_:at:)``.
    func commitAtOnce(_ batches: [StoreBatch], at now: Date) throws -> [[StoreAnswer]]?

    /// Reads an instance with its activities and deadlines.
    ///
    /// - Parameter name: The name of the instance.
    /// - Returns: The instance, or `nil` if the store has none of this name.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func instance(_ name: InstanceName) async throws -> StoredInstance?

    /// Reads instances with their activities and deadlines, all as they are at one moment.
    ///
    /// - Parameter names: The names of the instances.
    /// - Returns: Those that the store has, in the order of the names. By default, they are read one after the other,
    ///   and may change meanwhile.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func instances(_ names: [InstanceName]) async throws -> [StoredInstance]

    /// Reads the parts of an instance that a list shows.
    ///
    /// - Parameter name: The name of the instance.
    /// - Returns: The summary, or `nil` if the store has no instance of this name. By default, the whole instance is
    ///   read.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func summary(of name: InstanceName) async throws -> InstanceSummary?

    /// Reads the waiting events of an instance in the order of their numbers.
    ///
    /// - Parameters:
    ///   - instance: The key of the instance.
    ///   - number: Events up to this number are left out.
    ///   - limit: The greatest number of events to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func inbox(of instance: InstanceKey, after number: EventNumber, limit: Int) async throws -> [StoredEvent]

    /// Counts the waiting events of an instance; by default, by reading them.
    ///
    /// - Parameter instance: The key of the instance.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func waiting(of instance: InstanceKey) async throws -> Int

    /// Finds the running instances of shards that have waiting events, or activities that have not returned and are in
    /// no queue.
    ///
    /// - Parameters:
    ///   - shards: The shards.
    ///   - key: Instances up to this key are left out.
    ///   - limit: The greatest number of instances to return.
    /// - Returns: The instances in the order of their keys.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func unfinished(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary]

    /// Finds the running instances of shards that are suspected: those whose ``InstanceSummary/trials`` are not `nil`.
    ///
    /// - Parameters:
    ///   - shards: The shards.
    ///   - key: Instances up to this key are left out.
    ///   - limit: The greatest number of instances to return.
    /// - Returns: The instances in the order of their keys.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func suspects(
        in shards: Set<StoreShard>, after key: InstanceKey, limit: Int
    ) async throws -> [InstanceSummary]

    /// Finds deadlines of running instances of shards in the order of ``DeadlineReference``.
    ///
    /// - Parameters:
    ///   - shards: The shards.
    ///   - last: Deadlines up to this one, which need not be there any more, are left out; `nil` begins with the
    ///     earliest.
    ///   - limit: The greatest number of deadlines to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func deadlines(
        in shards: Set<StoreShard>, after last: DeadlineReference?, limit: Int
    ) async throws -> [DeadlineReference]

    /// Finds the activities of running instances whose turn it is in a queue.
    ///
    /// First come those whose next attempt is due, in the order of these times, and then those without a failed
    /// attempt, in the order in which the store has received them.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - shards: The shards.
    ///   - now: The time by the clock of the host.
    ///   - limit: The greatest number of activities to return.
    /// - Returns: The activities that have not returned, and the earliest time after now at which another attempt is
    ///   due.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func queued(
        in queue: String, of shards: Set<StoreShard>, at now: Date, limit: Int
    ) async throws -> QueuePage

    /// Gives places in a queue to activities whose turn it is, whose limits hold over all processes.
    ///
    /// An activity has its place until it returns, pauses before another attempt or is given up, until its instance
    /// does not run any more, or another process has claimed its shard. By default, each gets a place: the host counts
    /// them.
    ///
    /// - Parameters:
    ///   - queue: The name of the queue.
    ///   - activities: The activities in their order; those that have a place keep it.
    ///   - limits: The limits.
    ///   - most: How many more may get a place.
    ///   - leases: The leases of their shards.
    ///   - now: The time by the clock of the host.
    /// - Returns: Those that have a place, and the time to ask for others, if these have none because of the limits.
    /// - Throws: The errors of ``commit(_:at:)``.
    func takePlaces(
        in queue: String, for activities: [QueuedActivity], limits: DurableQueue, most: Int, under leases: [StoreLease],
        at now: Date
    ) async throws -> QueuePage

    /// Notes that an activity begins now, which has got a place earlier; by default, the host counts alone.
    ///
    /// Until then it counts among those that have just begun, so that two that begin late do not begin together with
    /// others.
    ///
    /// - Parameters:
    ///   - activity: The activity.
    ///   - queue: The name of the queue.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func noteBeginning(of activity: QueuedActivity, in queue: String) async throws

    /// Gives back the places of activities whose instances wait for another process; by default there are none.
    ///
    /// - Parameters:
    ///   - instances: The keys of the instances.
    ///   - leases: The leases of the owner.
    ///   - now: The time by the clock of the host.
    /// - Throws: The errors of ``commit(_:at:)``.
    func givePlacesBack(of instances: [InstanceKey], under leases: [StoreLease], at now: Date) async throws

    /// Returns the names of the queues that have activities.
    ///
    /// - Parameter shards: The shards.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func queues(in shards: Set<StoreShard>) async throws -> [String]

    /// Reads the last time of a schedule.
    ///
    /// - Parameter schedule: The name of the schedule.
    /// - Returns: The time that the last ``StoreChange/run(schedule:at:after:messages:)`` has noted; `nil` without one.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func lastRun(of schedule: String) async throws -> Date?

    /// Finds the instances that watch another one, or have watched one that is over.
    ///
    /// A host asks after an error of a transaction that may have told them.
    ///
    /// - Parameter instance: The key of the other instance.
    /// - Returns: The names of the watchers that are not over.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func watchers(of instance: InstanceKey) async throws -> [InstanceName]

    /// Reads the instances in the feed of a machine that have changed since a position, in the order of the numbers of
    /// their last changes, shard by shard.
    ///
    /// The store gives an instance in the feed a number when it is created, and a greater one with each macrostep and
    /// each change of its status.
    ///
    /// - Parameters:
    ///   - machine: The name of the machine.
    ///   - position: Changes up to this position are left out.
    ///   - limit: The greatest number of instances to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func changes(of machine: String, after position: FeedPosition, limit: Int) async throws -> [StoredFeedEntry]

    /// The number of the latest event that others than the host may have put into an inbox of a shard; 0 by default,
    /// because nobody does.
    ///
    /// Greater with each such event: in a store of one process at the latest when the transaction with the event is
    /// durable, in one of several as soon as this process hears of it. Each transaction of the owner tells it first of
    /// the arrivals before it, by a ``StoreAnswer/arrived(_:_:)``, so that an event which it stores itself comes later.
    /// Until it has been told, the host commits ``StoreChange/takeArrivals`` before it delivers an event that it is
    /// sent.
    ///
    /// - Parameter shard: The shard.
    func latestArrival(in shard: StoreShard) -> Int

    /// Has a value each time when ``latestArrival(in:)`` of a shard has become greater. By default, the sequence ends
    /// at once.
    func awaitArrivals() -> AsyncStream<Void>

    /// Whether the store hears of arrivals as soon as they are stored, and need not ask for them; by default it does.
    var hearsAtOnce: Bool { get }

    /// Has a value each time when another process has given up shards, which the host then takes up with a renewal. By
    /// default, the sequence ends at once.
    func awaitFreeShards() -> AsyncStream<Void>

    /// Has a value each time when a place in a queue may have become free. By default, the sequence ends at once.
    func awaitFreePlaces() -> AsyncStream<Void>

    /// Whether several processes share the store; by default it belongs to one.
    ///
    /// A store that is shared can be read without a claim, and takes messages from everybody.
    var isShared: Bool { get }

    /// Carries out a message of a process that does not own the shard of its target; by default, nobody may send one.
    ///
    /// - Parameters:
    ///   - message: A start or an event, without a refusal.
    ///   - deduplication: A key that names the event, as in
    ///     ``StoreChange/receive(event:version:deduplication:for:context:)``.
    ///   - now: The time by the clock of the sender.
    /// - Returns: The answer to ``StoreChange/create(_:)`` or to
    ///   ``StoreChange/receive(event:version:deduplication:for:context:)``.
    /// - Throws: ``DurableError/storeFailed(_:)``, also from a store that takes no such messages.
    func send(_ message: StoredMessage, deduplication: String?, at now: Date) async throws -> StoreAnswer

    /// Lists instances in the order of their keys.
    ///
    /// - Parameter query: The instances to list, and how many.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func list(_ query: InstanceQuery) async throws -> [InstanceSummary]

    /// Counts instances; by default, by listing them.
    ///
    /// - Parameter query: The instances to count, whose keys and limit do not matter.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func count(_ query: InstanceQuery) async throws -> Int

    /// Returns how many instances a machine has in each condition, at a cost that does not grow with their number.
    ///
    /// - Parameter machine: The name of the machine.
    /// - Returns: The numbers; `nil` from a store that keeps none, as by default. No observer then hears of them.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func counts(of machine: String) async throws -> [InstanceStatus: Int]?

    /// Reads the journal of an instance in the order of the macrosteps.
    ///
    /// - Parameters:
    ///   - instance: The key of the instance.
    ///   - number: Macrosteps up to this number are left out.
    ///   - limit: The greatest number of entries to return.
    /// - Throws: ``DurableError/storeFailed(_:)``.
    func journal(of instance: InstanceKey, after number: Int, limit: Int) async throws -> [JournalEntry]
}

/// A share of the instances of a store, which has one owner.
public struct StoreShard: Hashable, Comparable, Sendable {
    /// The number of the shard, from zero on.
    public var number: Int

    /// Creates a shard.
    ///
    /// - Parameter number: The number of the shard, from zero on.
    public init(_ number: Int) { self.number = number }

    /// The first shard; the only one of a store that belongs to one process.
    public static let first = StoreShard(0)

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// Changes of instances that belong to one shard, under its lease.
public struct StoreBatch: Hashable, Sendable {
    /// The lease of the shard.
    public var lease: StoreLease
    /// The changes, in order.
    public var changes: [StoreChange]

    /// Creates a batch.
    ///
    /// - Parameters:
    ///   - changes: The changes, in order.
    ///   - lease: The lease of their shard.
    public init(_ changes: [StoreChange], under lease: StoreLease) {
        self.changes = changes
        self.lease = lease
    }
}

/// A process that owns shards of a store.
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

/// The ownership of a shard, which every transaction checks.
///
/// A store increments the generation each time the ownership changes, so a former owner that still runs can never
/// write again, however late it wakes up.
public struct StoreLease: Hashable, Sendable {
    /// The shard.
    public var shard: StoreShard

    /// The owner.
    public var owner: StoreOwner

    /// The number of this ownership; greater than those of all former ones of the shard.
    public var generation: Int

    /// The time of the last transaction or renewal before this lease; `nil` for a new shard.
    public var lastSeen: Date?

    /// Whether the owner before has not given up the shard: its process was killed, or has crashed.
    public var followsCrash: Bool

    /// Creates a lease.
    ///
    /// - Parameters:
    ///   - shard: The shard; by default the first one.
    ///   - owner: The owner.
    ///   - generation: The number of this ownership.
    ///   - lastSeen: The time of the last transaction or renewal before this lease.
    ///   - followsCrash: Whether the owner before has not given up the shard.
    public init(
        shard: StoreShard = .first, owner: StoreOwner, generation: Int, lastSeen: Date?, followsCrash: Bool = false
    ) {
        self.shard = shard
        self.followsCrash = followsCrash
        self.owner = owner
        self.generation = generation
        self.lastSeen = lastSeen
    }
}
