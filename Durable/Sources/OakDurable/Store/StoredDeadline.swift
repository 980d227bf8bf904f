public import Foundation

/// The deadline of a time-out.
public struct StoredDeadline: Hashable, Sendable {
    /// The name of the time-out, made of its identity and those of its children.
    public var name: String
    /// The number of the macrostep that began the time-out.
    public var number: Int
    /// The time when its event falls due.
    public var due: Date
    /// The later time when its event falls due by a clock that was set back since; otherwise `nil`.
    public var original: Date?
    /// The length of the time-out in seconds.
    public var duration: TimeInterval
    /// The treatment of the deadline when a host opens the store.
    public var policy: DeadlinePolicy
    /// The version of the machine that wrote the event.
    public var version: Int
    /// The encoded event.
    public var event: Data

    /// Creates a deadline.
    public init(
        name: String, number: Int, due: Date, original: Date? = nil, duration: TimeInterval, policy: DeadlinePolicy,
        version: Int, event: Data
    ) {
        self.original = original
        self.name = name
        self.number = number
        self.due = due
        self.duration = duration
        self.policy = policy
        self.version = version
        self.event = event
    }

    /// Moves the deadline when a host takes up its shard.
    ///
    /// A deadline is never further away than the length of its time-out: if it seems to be, the clock was set back. It
    /// then falls due after that length, and keeps its original time for a host whose clock is right again.
    ///
    /// - Parameters:
    ///   - now: The time by the clock of the host.
    ///   - lastSeen: The time of the last transaction before.
    public mutating func resume(at now: Date, lastSeen: Date) {
        let latest = now.addingTimeInterval(duration)
        if let original, original <= latest { (due, self.original) = (original, nil) }
        switch policy {
        case .original: break
        // A clock that was set back does not tell how much time has passed.
        case .remaining where now < lastSeen: break
        case .remaining: due = min(due.addingTimeInterval(now.timeIntervalSince(lastSeen)), latest)
        case .again: (due, original) = (latest, nil)
        }
        if due > latest { (due, original) = (latest, original ?? due) }
    }
}

/// The treatment of a deadline when a host opens the store again.
public enum DeadlinePolicy: String, Hashable, Sendable, CaseIterable {
    /// The deadline stays; a time-out that fell due in the meantime fires at once.
    case original
    /// The time when no host had the store open does not count.
    case remaining
    /// The whole time-out begins again.
    case again
}

/// A deadline of a running instance, in the order in which deadlines fall due.
public struct DeadlineReference: Hashable, Comparable, Sendable {
    /// The time when the event falls due.
    public var due: Date
    /// The key of the instance.
    public var key: InstanceKey
    /// The name of the time-out.
    public var name: String
    /// The number of the macrostep that began the time-out.
    public var number: Int
    /// The name of the instance.
    public var instance: InstanceName

    /// Creates a reference.
    public init(due: Date, key: InstanceKey, name: String, number: Int, instance: InstanceName) {
        self.due = due
        self.key = key
        self.name = name
        self.number = number
        self.instance = instance
    }

    /// Compares the times, then the keys of the instances, the names of the time-outs and the numbers.
    public static func < (left: Self, right: Self) -> Bool {
        (left.due, left.key, left.name, left.number) < (right.due, right.key, right.name, right.number)
    }
}
