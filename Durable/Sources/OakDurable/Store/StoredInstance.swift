public import Foundation

/// The name of an instance: its machine and its id.
public struct InstanceName: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The name of the machine; see ``DurableTransducer/machineName``.
    public var machine: String

    /// The id of the instance, unique among those of its machine.
    public var id: String

    /// Creates a name.
    ///
    /// - Parameters:
    ///   - machine: The name of the machine.
    ///   - id: The id of the instance.
    public init(machine: String, id: String) {
        self.machine = machine
        self.id = id
    }

    public var description: String { "\(machine)/\(id)" }
}

/// The key that a store gives to an instance; greater than zero.
public typealias InstanceKey = Int64

/// The number that a store gives to an event; greater than those of all earlier events and greater than zero.
public typealias EventNumber = Int64

/// The condition of an instance.
public enum InstanceStatus: String, Hashable, Codable, Sendable, CaseIterable {
    /// The instance takes events.
    case running
    /// The machine has reached a terminal state.
    case ended
    /// An error has stopped the instance; its state, events, activities and deadlines wait for a retry.
    case failed
    /// The instance was cancelled.
    case cancelled

    /// Whether an instance has ended or was cancelled, and takes no more changes.
    var isSettled: Bool { self == .ended || self == .cancelled }
}

/// An instance in a list.
public struct InstanceSummary: Hashable, Sendable {
    /// The key that the store has given to the instance.
    public var key: InstanceKey
    /// The name of the instance.
    public var name: InstanceName
    /// The version of the machine that wrote the state.
    public var version: Int
    /// The condition of the instance.
    public var status: InstanceStatus
    /// The error of a failed instance, for people.
    public var problem: String?
    /// How often the process has ended while the instance was taken up alone; `nil` unless it is suspected of crashes.
    ///
    /// After a crash, a host suspects all instances that it takes up, with zero trials, until it has done so. If the
    /// process ends meanwhile, the next host takes the suspects up alone, one after the other.
    public var trials: Int?
    /// The number of macrosteps so far.
    public var number: Int
    /// The time when the instance was created.
    public var created: Date
    /// The time of the last change.
    public var changed: Date
    /// The tags of the last durable state.
    public var tags: [String: DurableTag]

    /// Creates a summary; by default that of an instance that the store does not have.
    public init(
        key: InstanceKey = 0, name: InstanceName, version: Int, status: InstanceStatus = .running,
        problem: String? = nil, trials: Int? = nil, number: Int = 0, created: Date = .distantPast,
        changed: Date = .distantPast, tags: [String: DurableTag] = [:]
    ) {
        self.tags = tags
        self.trials = trials
        self.key = key
        self.name = name
        self.version = version
        self.status = status
        self.problem = problem
        self.number = number
        self.created = created
        self.changed = changed
    }
}

/// An instance as a store keeps it.
@dynamicMemberLookup
public struct StoredInstance: Hashable, Sendable {
    /// The parts of the instance that a list shows.
    public var summary: InstanceSummary
    /// The encoded state.
    public var state: Data
    /// The encoded output of an ended instance, if it has one.
    public var output: Data?
    /// The activities that are under way or have returned, sorted by name.
    public var activities: [StoredActivity]
    /// The deadlines that are ahead or due, sorted by name.
    public var deadlines: [StoredDeadline]
    /// Whether the instance is in the feed of its machine; see ``FollowedTransducer``.
    public var isFollowed: Bool

    /// Creates an instance.
    public init(
        _ summary: InstanceSummary, state: Data, output: Data? = nil, activities: [StoredActivity] = [],
        deadlines: [StoredDeadline] = [], isFollowed: Bool = false
    ) {
        self.isFollowed = isFollowed
        self.summary = summary
        self.state = state
        self.output = output
        self.activities = activities
        self.deadlines = deadlines
    }

    /// A part of the summary.
    public subscript<Value>(dynamicMember part: WritableKeyPath<InstanceSummary, Value>) -> Value {
        get { summary[keyPath: part] }
        set { summary[keyPath: part] = newValue }
    }
}

/// An activity of an instance.
public struct StoredActivity: Hashable, Sendable {
    /// The name of the activity, made of its identity and those of its children.
    public var name: String
    /// The number of the macrostep that began it.
    public var number: Int
    /// Whether it has returned by itself; it then begins again only after a state that does not name it.
    public var hasReturned: Bool
    /// The tracing context of the macrostep that began it; empty in a host that is not traced.
    public var context: TraceContext
    /// The queue in which it has its turn; `nil` for one that begins at once.
    public var queue: String?
    /// The attempts that have failed, if it is a `.retry`.
    public var attempts: StoredAttempts?

    /// Creates an activity.
    ///
    /// - Parameters:
    ///   - name: The name of the activity.
    ///   - number: The number of the macrostep that began it.
    ///   - hasReturned: Whether it has returned by itself.
    ///   - context: The tracing context of the macrostep that began it.
    ///   - queue: The queue in which it has its turn.
    ///   - attempts: The attempts that have failed.
    public init(
        name: String, number: Int, hasReturned: Bool = false, context: TraceContext = [:], queue: String? = nil,
        attempts: StoredAttempts? = nil
    ) {
        self.queue = queue
        self.attempts = attempts
        self.name = name
        self.number = number
        self.hasReturned = hasReturned
        self.context = context
    }
}

/// The attempts of a `.retry` that have failed.
public struct StoredAttempts: Hashable, Sendable {
    /// Their number.
    public var failed: Int
    /// The time of the next attempt.
    public var next: Date
    /// The length of the pause before it, in seconds, beyond which a clock that was set back does not make it last.
    public var pause: TimeInterval

    /// Creates a record of attempts.
    ///
    /// - Parameters:
    ///   - failed: Their number.
    ///   - next: The time of the next attempt.
    ///   - pause: The length of the pause before it, in seconds.
    public init(failed: Int, next: Date, pause: TimeInterval) {
        self.failed = failed
        self.next = next
        self.pause = pause
    }

    /// Moves the time of the next attempt when a host takes up its shard: it is never further away than the pause.
    ///
    /// - Parameter now: The time by the clock of the host.
    public mutating func resume(at now: Date) { next = min(next, now.addingTimeInterval(pause)) }
}

/// An activity in a queue.
public struct QueuedActivity: Hashable, Sendable {
    /// The key of the instance.
    public var key: InstanceKey
    /// The name of the instance.
    public var instance: InstanceName
    /// The name of the activity.
    public var activity: String
    /// The number of the macrostep that began it.
    public var number: Int

    /// Creates an activity in a queue.
    public init(key: InstanceKey, instance: InstanceName, activity: String, number: Int) {
        self.key = key
        self.instance = instance
        self.activity = activity
        self.number = number
    }
}

/// The first activities of a queue.
public struct QueuePage: Hashable, Sendable {
    /// The activities whose turn it is, in their order.
    public var activities: [QueuedActivity]
    /// The time at which the next attempt of another activity falls due.
    public var next: Date?

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - activities: The activities whose turn it is, in their order.
    ///   - next: The time at which the next attempt of another activity falls due.
    public init(activities: [QueuedActivity], next: Date?) {
        self.activities = activities
        self.next = next
    }
}

/// An event in the inbox of an instance.
public struct StoredEvent: Hashable, Sendable {
    /// The number that the store has given to the event.
    public var number: EventNumber
    /// The version of the machine that the event was sent to.
    public var version: Int
    /// The time when the event was received.
    public var received: Date
    /// The encoded event.
    public var event: Data
    /// The tracing context of its sender; empty in a host that is not traced.
    public var context: TraceContext

    /// Creates an event.
    public init(number: EventNumber, version: Int, received: Date, event: Data, context: TraceContext = [:]) {
        self.number = number
        self.version = version
        self.received = received
        self.event = event
        self.context = context
    }
}

/// A macrostep in the journal of an instance.
public struct JournalEntry: Hashable, Sendable {
    /// The number of the macrostep.
    public var number: Int
    /// The time when it was carried out.
    public var time: Date
    /// The reason for the macrostep.
    public var cause: Cause
    /// The version of the machine that the event was sent to, or else of the one that made the macrostep.
    public var version: Int
    /// The encoded event that began the macrostep, if one did.
    public var event: Data?
    /// The encoded outputs, as an array; `nil` if the machine has none.
    public var outputs: Data?
    /// The encoded state after the macrostep; `nil` without ``DurableSettings/journalStates``.
    public var state: Data?
    /// The version of the machine that wrote the state, which may be newer than that of the event.
    public var stateVersion: Int
    /// The tracing context of the macrostep; empty in a host that is not traced.
    public var context: TraceContext

    /// Creates an entry, whose state has the version of the entry by default.
    public init(
        number: Int, time: Date, cause: Cause, version: Int, event: Data? = nil, outputs: Data? = nil,
        state: Data? = nil, stateVersion: Int? = nil, context: TraceContext = [:]
    ) {
        self.state = state
        self.stateVersion = stateVersion ?? version
        self.number = number
        self.time = time
        self.cause = cause
        self.version = version
        self.event = event
        self.outputs = outputs
        self.context = context
    }

    /// The reason for a macrostep.
    public enum Cause: Hashable, Sendable {
        /// An event was sent to the instance.
        case event
        /// An event was sent that the state did not expect; the state stayed as it was.
        case unexpectedEvent
        /// A time-out fired.
        case deadline(name: String)
        /// An activity sent an event, or answered with one.
        case activity(name: String?)
        /// An activity returned without an event.
        case activityReturned(name: String)
        /// The state was migrated from an older version, or the activities of its machine have changed.
        case revision
        /// An operator has changed the state; see ``DurableHost/patch(_:_:)``.
        case patch
    }
}

/// The instances to list.
public struct InstanceQuery: Hashable, Sendable {
    /// The name of the machine; `nil` lists those of all machines.
    public var machine: String?
    /// The conditions.
    public var statuses: Set<InstanceStatus>
    /// The versions of the machine; `nil` lists those of all versions.
    public var versions: ClosedRange<Int>?
    /// The tags, each of which an instance has; see ``DurableTransducer/tags(in:)``.
    public var tags: [String: DurableTag]
    /// Instances up to this key are left out.
    public var after: InstanceKey
    /// The greatest number of instances to return.
    public var limit: Int

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - machine: The name of the machine; by default of all machines.
    ///   - statuses: The conditions; by default all.
    ///   - versions: The versions of the machine; by default all.
    ///   - tags: The tags, each of which an instance has; by default none.
    ///   - after: Instances up to this key are left out; by default none.
    ///   - limit: The greatest number of instances to return; 100 by default.
    public init(
        machine: String? = nil, statuses: Set<InstanceStatus> = Set(InstanceStatus.allCases),
        versions: ClosedRange<Int>? = nil, tags: [String: DurableTag] = [:], after: InstanceKey = 0, limit: Int = 100
    ) {
        self.tags = tags
        self.machine = machine
        self.statuses = statuses
        self.versions = versions
        self.after = after
        self.limit = limit
    }

    /// Instances of all machines with a tag.
    ///
    /// - Parameters:
    ///   - name: The name of the tag.
    ///   - value: Its value.
    public static func tag(_ name: String, is value: DurableTag) -> InstanceQuery {
        InstanceQuery(tags: [name: value])
    }

    /// Whether it finds an instance, apart from the key.
    func finds(_ summary: InstanceSummary) -> Bool {
        statuses.contains(summary.status) && machine ?? summary.name.machine == summary.name.machine
            && versions?.contains(summary.version) ?? true && tags.allSatisfy { summary.tags[$0.key] == $0.value }
    }
}
