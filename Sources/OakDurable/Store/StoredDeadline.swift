public import Foundation

/// The deadline of a time-out.
public struct StoredDeadline: Hashable, Codable, Sendable {
    /// The name of the time-out, made of its identity and those of its children.
    public var name: String
    /// The number of the macrostep that began the time-out.
    public var number: Int
    /// The time when its event falls due.
    public var due: Date
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
        name: String, number: Int, due: Date, duration: TimeInterval, policy: DeadlinePolicy, version: Int, event: Data
    ) {
        self.name = name
        self.number = number
        self.due = due
        self.duration = duration
        self.policy = policy
        self.version = version
        self.event = event
    }

    /// The deadline after a host has opened the store.
    ///
    /// A deadline is never further away than the length of its time-out: if it seems to be, the clock was set back.
    ///
    /// - Parameters:
    ///   - now: The time by the clock of the host.
    ///   - lastSeen: The time of the last transaction before.
    /// - Returns: The time when the event falls due.
    public func resumed(at now: Date, lastSeen: Date) -> Date {
        let kept =
            switch policy {
            case .original: due
            case .remaining: due.addingTimeInterval(max(0, now.timeIntervalSince(lastSeen)))
            case .again: now.addingTimeInterval(duration)
            }
        return min(kept, now.addingTimeInterval(duration))
    }
}

/// The treatment of a deadline when a host opens the store again.
public enum DeadlinePolicy: String, Hashable, Codable, Sendable, CaseIterable {
    /// The deadline stays; a time-out that fell due in the meantime fires at once.
    case original
    /// The time when no host had the store open does not count.
    case remaining
    /// The whole time-out begins again.
    case again
}

/// The place of a deadline in the order in which deadlines fall due.
public struct DeadlinePosition: Hashable, Comparable, Sendable {
    /// The time when the event falls due.
    public var due: Date
    /// The key of the instance.
    public var instance: InstanceKey
    /// The name of the time-out.
    public var name: String

    /// Creates a position.
    public init(due: Date, instance: InstanceKey, name: String) {
        self.due = due
        self.instance = instance
        self.name = name
    }

    public static func < (left: Self, right: Self) -> Bool {
        (left.due, left.instance, left.name) < (right.due, right.instance, right.name)
    }
}

/// A deadline, with the instance that it belongs to.
public struct DeadlineReference: Hashable, Sendable {
    /// The instance.
    public var instance: InstanceReference
    /// The name of the time-out.
    public var name: String
    /// The number of the macrostep that began the time-out.
    public var number: Int
    /// The time when its event falls due.
    public var due: Date

    /// Creates a reference.
    public init(instance: InstanceReference, name: String, number: Int, due: Date) {
        self.instance = instance
        self.name = name
        self.number = number
        self.due = due
    }

    /// The place of the deadline in the order in which deadlines fall due.
    public var position: DeadlinePosition { DeadlinePosition(due: due, instance: instance.key, name: name) }
}

/// The key and the name of an instance.
public struct InstanceReference: Hashable, Sendable {
    /// The key that the store has given to the instance.
    public var key: InstanceKey
    /// The name of the instance.
    public var name: InstanceName

    /// Creates a reference.
    public init(key: InstanceKey, name: InstanceName) {
        self.key = key
        self.name = name
    }
}
