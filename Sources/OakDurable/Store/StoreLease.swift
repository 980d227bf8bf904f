public import Foundation

/// A process that owns a store.
public struct StoreOwner: Hashable, Codable, Sendable {
    /// A description for people: host, program and process.
    public var name: String

    /// Distinguishes owners with equal names.
    public var id: UUID

    /// Creates an owner.
    ///
    /// - Parameters:
    ///   - name: A description for people; by default host, program and process id.
    ///   - id: Distinguishes owners with equal names; by default a new one.
    public init(name: String = StoreOwner.thisProcess, id: UUID = UUID()) {
        self.name = name
        self.id = id
    }

    /// The description of this process: host, program and process id.
    public static var thisProcess: String {
        let process = ProcessInfo.processInfo
        return "\(process.processName) (process \(process.processIdentifier) on \(process.hostName))"
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
