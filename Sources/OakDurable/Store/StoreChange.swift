public import Foundation

/// A change to a store.
public enum StoreChange: Hashable, Sendable {
    /// Adds an instance. Answers ``StoreAnswer/created(_:)``, or ``StoreAnswer/exists(_:)`` if it is there already.
    case create(NewInstance)

    /// Puts an event into the inbox of an instance.
    ///
    /// Answers ``StoreAnswer/stored(_:)``; ``StoreAnswer/duplicate`` if the instance has had an event with the same
    /// deduplication key, also after its end; ``StoreAnswer/refused(_:)`` if the instance has ended or was cancelled;
    /// ``StoreAnswer/missing``.
    case receive(ReceivedEvent)

    /// Records a macrostep. Answers ``StoreAnswer/done``, or ``StoreAnswer/conflict`` unless the instance is running,
    /// its number is the one before, and its inbox has the event that the macrostep consumes, if any.
    indirect case step(StoredStep)

    /// Changes the condition of an instance. Answers ``StoreAnswer/done``; ``StoreAnswer/refused(_:)`` if the instance
    /// has ended or was cancelled; ``StoreAnswer/missing``.
    case setStatus(StatusChange)

    /// Removes instances that have ended or were cancelled, the earliest first. Answers ``StoreAnswer/removed(_:)``.
    ///
    /// Journal and deduplication keys are removed, too; the names are free again.
    case remove(EndedInstances)
}

/// The answer of a store to a change.
public enum StoreAnswer: Hashable, Sendable {
    /// The instance was added.
    case created(InstanceKey)
    /// The instance was there already.
    case exists(InstanceKey)
    /// The event was stored.
    case stored(EventNumber)
    /// The event was received before.
    case duplicate
    /// The change was carried out.
    case done
    /// The instance has made other macrosteps, is not running, or has consumed the event before.
    case conflict
    /// The instance has ended or was cancelled.
    case refused(InstanceStatus)
    /// The store has no such instance.
    case missing
    /// So many instances were removed.
    case removed(Int)
}

/// An instance to add, after its macrostep number 0.
public struct NewInstance: Hashable, Sendable {
    /// The name of the instance.
    public var name: InstanceName
    /// The version of the machine.
    public var version: Int
    /// The condition: running, or ended for a machine that begins in a terminal state.
    public var status: InstanceStatus
    /// The encoded state.
    public var state: Data
    /// The encoded output of a machine that begins in a terminal state.
    public var output: Data?
    /// The activities that begin.
    public var activities: [StoredActivity]
    /// The deadlines that begin.
    public var deadlines: [StoredDeadline]

    /// Creates a new instance.
    public init(
        name: InstanceName, version: Int, status: InstanceStatus = .running, state: Data, output: Data? = nil,
        activities: [StoredActivity] = [], deadlines: [StoredDeadline] = []
    ) {
        self.name = name
        self.version = version
        self.status = status
        self.state = state
        self.output = output
        self.activities = activities
        self.deadlines = deadlines
    }
}

/// An event to put into the inbox of an instance.
public struct ReceivedEvent: Hashable, Sendable {
    /// The key of the instance.
    public var instance: InstanceKey
    /// The version of the machine.
    public var version: Int
    /// The encoded event.
    public var event: Data
    /// The key by which a repetition is recognised.
    public var deduplication: String?

    /// Creates an event.
    public init(instance: InstanceKey, version: Int, event: Data, deduplication: String? = nil) {
        self.instance = instance
        self.version = version
        self.event = event
        self.deduplication = deduplication
    }
}

/// A macrostep to record.
public struct StoredStep: Hashable, Sendable {
    /// The key of the instance.
    public var instance: InstanceKey
    /// The number of the macrostep: one more than the one before.
    public var number: Int
    /// The version of the machine.
    public var version: Int
    /// The encoded state after the macrostep.
    public var state: Data
    /// The number of the event that the macrostep takes out of the inbox; `nil` if the event was never there.
    public var consumed: EventNumber?
    /// The encoded output of the machine, if the macrostep has ended it.
    public var end: FinalOutput?
    /// The changes of activities.
    public var activities: [ActivityChange]
    /// The changes of deadlines.
    public var deadlines: [DeadlineChange]
    /// The entry for the journal.
    public var journal: JournalEntry
    /// How many entries of the journal to keep, this one included; `nil` keeps all of them.
    public var journalLimit: Int?

    /// Creates a macrostep.
    public init(
        instance: InstanceKey, number: Int, version: Int, state: Data, consumed: EventNumber? = nil,
        end: FinalOutput? = nil, activities: [ActivityChange] = [], deadlines: [DeadlineChange] = [],
        journal: JournalEntry, journalLimit: Int? = nil
    ) {
        self.instance = instance
        self.number = number
        self.version = version
        self.state = state
        self.consumed = consumed
        self.end = end
        self.activities = activities
        self.deadlines = deadlines
        self.journal = journal
        self.journalLimit = journalLimit
    }
}

/// The end of a machine.
///
/// An instance that ends loses its waiting events, activities and deadlines; its journal and its deduplication keys
/// stay.
public struct FinalOutput: Hashable, Sendable {
    /// The encoded output, if the machine has one.
    public var output: Data?

    /// Creates the end of a machine.
    ///
    /// - Parameter output: The encoded output, if the machine has one.
    public init(output: Data? = nil) { self.output = output }
}

/// A change of an activity.
public enum ActivityChange: Hashable, Sendable {
    /// The activity begins, also in place of one with the same name.
    case begun(StoredActivity)
    /// The activity has returned by itself.
    case returned(name: String)
    /// The state does not name the activity any more.
    case left(name: String)
}

/// A change of a deadline.
public enum DeadlineChange: Hashable, Sendable {
    /// The time-out begins, also in place of one with the same name.
    case set(StoredDeadline)
    /// The time-out has fired, or was cancelled.
    case removed(name: String)
}

/// A change of the condition of an instance.
///
/// An instance that is cancelled loses its waiting events, activities and deadlines.
public struct StatusChange: Hashable, Sendable {
    /// The key of the instance.
    public var instance: InstanceKey
    /// The new condition: running, failed or cancelled.
    public var status: InstanceStatus
    /// The error of a failed instance, for people.
    public var problem: String?

    /// Creates a change.
    public init(instance: InstanceKey, status: InstanceStatus, problem: String? = nil) {
        self.instance = instance
        self.status = status
        self.problem = problem
    }
}

/// The instances to remove: those that ended, or were cancelled, before a time.
public struct EndedInstances: Hashable, Sendable {
    /// The time; instances whose last change is earlier are removed.
    public var before: Date
    /// The greatest number of instances to remove.
    public var limit: Int

    /// Creates a description of the instances to remove.
    public init(before: Date, limit: Int) {
        self.before = before
        self.limit = limit
    }
}
