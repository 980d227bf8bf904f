public import Foundation

/// The instances to list.
public struct InstanceQuery: Hashable, Sendable {
    /// The name of the machine; `nil` lists those of all machines.
    public var machine: String?
    /// The conditions.
    public var statuses: Set<InstanceStatus>
    /// The versions of the machine; `nil` lists those of all versions.
    public var versions: ClosedRange<Int>?
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
    ///   - after: Instances up to this key are left out; by default none.
    ///   - limit: The greatest number of instances to return; 100 by default.
    public init(
        machine: String? = nil, statuses: Set<InstanceStatus> = Set(InstanceStatus.allCases),
        versions: ClosedRange<Int>? = nil, after: InstanceKey = 0, limit: Int = 100
    ) {
        self.machine = machine
        self.statuses = statuses
        self.versions = versions
        self.after = after
        self.limit = limit
    }
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
    /// The number of macrosteps so far.
    public var number: Int
    /// The time when the instance was created.
    public var created: Date
    /// The time of the last change.
    public var changed: Date

    /// Creates a summary.
    public init(
        key: InstanceKey, name: InstanceName, version: Int, status: InstanceStatus, problem: String? = nil,
        number: Int, created: Date, changed: Date
    ) {
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
