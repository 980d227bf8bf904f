public import Foundation

/// The name of an instance: its machine and its id.
public struct InstanceName: Hashable, Codable, Sendable {
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
}

extension InstanceName: CustomStringConvertible {
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
}

/// An instance as a store keeps it.
public struct StoredInstance: Hashable, Sendable {
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
    /// The number of macrosteps so far.
    public var number: Int
    /// The encoded state.
    public var state: Data
    /// The encoded output of an ended instance, if it has one.
    public var output: Data?
    /// The time when the instance was created.
    public var created: Date
    /// The time of the last change.
    public var changed: Date
    /// The activities that are under way or have returned, sorted by name.
    public var activities: [StoredActivity]
    /// The deadlines that are ahead or due, sorted by name.
    public var deadlines: [StoredDeadline]

    /// Creates an instance.
    public init(
        key: InstanceKey, name: InstanceName, version: Int, status: InstanceStatus, problem: String? = nil,
        number: Int, state: Data, output: Data? = nil, created: Date, changed: Date,
        activities: [StoredActivity] = [], deadlines: [StoredDeadline] = []
    ) {
        self.key = key
        self.name = name
        self.version = version
        self.status = status
        self.problem = problem
        self.number = number
        self.state = state
        self.output = output
        self.created = created
        self.changed = changed
        self.activities = activities
        self.deadlines = deadlines
    }
}

/// An activity of an instance.
public struct StoredActivity: Hashable, Codable, Sendable {
    /// The name of the activity, made of its identity and those of its children.
    public var name: String
    /// The number of the macrostep that began it.
    public var number: Int
    /// Whether it has returned by itself; it then begins again only after a state that does not name it.
    public var hasReturned: Bool

    /// Creates an activity.
    ///
    /// - Parameters:
    ///   - name: The name of the activity.
    ///   - number: The number of the macrostep that began it.
    ///   - hasReturned: Whether it has returned by itself.
    public init(name: String, number: Int, hasReturned: Bool = false) {
        self.name = name
        self.number = number
        self.hasReturned = hasReturned
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

    /// Creates an event.
    public init(number: EventNumber, version: Int, received: Date, event: Data) {
        self.number = number
        self.version = version
        self.received = received
        self.event = event
    }
}
