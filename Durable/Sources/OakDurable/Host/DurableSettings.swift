public import Foundation
public import Oak

/// The limits of a host.
public struct DurableSettings: Sendable {
    /// The number of instances with nothing to do that stay in memory; 1 000 by default.
    ///
    /// An instance whose activities are under way always stays in memory.
    public var idleInstances: Int

    /// The number of instances with unfinished work that a host takes up at once when it is opened; 10 000 by default.
    ///
    /// Each of the others follows when one of these has nothing left to do, or somebody sends it an event. After a
    /// second, as many again follow, so that nothing waits for activities that take long.
    public var interruptedInstances: Int

    /// How many activities may be at work at once, in all; any number by default. The others wait in their order.
    ///
    /// A machine has a limit of its own where it is registered. An activity that waits for something, such as the next
    /// attempt of a `.retry`, keeps its place meanwhile; each operation of a composition takes one. Activities that
    /// wait for instances with activities need more places than there are of them.
    public var activitiesAtOnce: Int?

    /// The queues of activities, by name; none by default. See ``DurableTransducer/queue(of:)``.
    public var queues: [String: DurableQueue]

    /// The number of events that an instance may postpone; 1 000 by default.
    ///
    /// A `send` of one more is refused with ``DurableError/tooManyPostponed(_:limit:)``, and the instance goes on.
    public var postponedEvents: Int

    /// How many macrosteps of each instance the journal keeps; all by default.
    public var journalLength: Int?

    /// Whether the journal has the state after each macrostep, as ``DurableHost/fork(_:from:as:)`` needs; `true` by
    /// default.
    public var journalStates: Bool

    /// The number of waiting events in the inbox of an instance; 100 000 by default.
    ///
    /// A `send` of one more is refused with ``DurableError/inboxFull(_:limit:)``. A message of another instance is
    /// stored all the same, because its sender cannot wait.
    public var waitingEvents: Int

    /// How long, in seconds, the store keeps instances that have ended or were cancelled; for ever by default.
    public var keepsEnded: TimeInterval?

    /// How long, in seconds, the store keeps instances that have failed, since their failure; for ever by default.
    ///
    /// They are removed with their waiting events.
    public var keepsFailed: TimeInterval?

    /// How long, in seconds, the host waits before it tries again to read or write after an error of the store.
    ///
    /// As long as no transaction succeeds, it waits twice as long each time for an instance, up to half a minute, but
    /// no longer than until a renewal of leases succeeds.
    public var retryInterval: TimeInterval

    /// How often in a row the host asks for unfinished instances or deadlines in vain before it ends with the error of
    /// the store; 60 by default.
    public var storeFailures: Int

    /// How often the process may end while an instance is taken up alone before the instance is parked; 3 by default.
    ///
    /// A transition that traps ends the process, and each next one that takes the instance up. An end within a second
    /// counts.
    public var crashesAlone: Int

    /// How long, in seconds, after a transaction the observer receives a ``DurableLoad``; 10 by default.
    ///
    /// Transactions in the meantime cause no other.
    public var loadInterval: TimeInterval

    /// The settings of the runs, such as their executor.
    public var run: RunSettings

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - idleInstances: The number of instances with nothing to do that stay in memory; 1 000 by default.
    ///   - interruptedInstances: The number of instances with unfinished work that a host takes up at once when it is
    ///     opened; 10 000 by default.
    ///   - activitiesAtOnce: How many activities may be at work at once; any number by default.
    ///   - queues: The queues of activities, by name; none by default.
    ///   - postponedEvents: The number of events that an instance may postpone; 1 000 by default.
    ///   - journalLength: How many macrosteps of each instance the journal keeps; all by default.
    ///   - journalStates: Whether the journal has the state after each macrostep; `true` by default.
    ///   - waitingEvents: The number of waiting events in the inbox of an instance; 100 000 by default.
    ///   - keepsEnded: How long, in seconds, the store keeps instances that have ended; for ever by default.
    ///   - keepsFailed: How long, in seconds, the store keeps instances that have failed; for ever by default.
    ///   - retryInterval: How long, in seconds, the host waits after an error of the store; 1 by default.
    ///   - storeFailures: How often in a row the host asks for unfinished instances or deadlines in vain before it ends
    ///     with the error of the store; 60 by default.
    ///   - crashesAlone: How often the process may end while an instance is taken up alone before the instance is
    ///     parked; 3 by default.
    ///   - loadInterval: How long, in seconds, after a transaction the observer receives a ``DurableLoad``; 10 by
    ///     default.
    ///   - run: The settings of the runs.
    public init(
        idleInstances: Int = 1000, interruptedInstances: Int = 10_000, activitiesAtOnce: Int? = nil,
        queues: [String: DurableQueue] = [:], postponedEvents: Int = 1000, journalLength: Int? = nil,
        journalStates: Bool = true, waitingEvents: Int = 100_000, keepsEnded: TimeInterval? = nil,
        keepsFailed: TimeInterval? = nil,
        retryInterval: TimeInterval = 1, storeFailures: Int = 60, crashesAlone: Int = 3,
        loadInterval: TimeInterval = 10, run: RunSettings = RunSettings()
    ) {
        self.idleInstances = idleInstances
        self.interruptedInstances = max(1, interruptedInstances)
        self.activitiesAtOnce = activitiesAtOnce
        self.queues = queues
        self.postponedEvents = postponedEvents
        self.journalLength = journalLength
        self.journalStates = journalStates
        self.waitingEvents = max(1, waitingEvents)
        self.keepsEnded = keepsEnded
        self.keepsFailed = keepsFailed
        self.retryInterval = retryInterval
        self.storeFailures = storeFailures
        self.crashesAlone = max(1, crashesAlone)
        self.loadInterval = loadInterval
        self.run = run
    }
}
