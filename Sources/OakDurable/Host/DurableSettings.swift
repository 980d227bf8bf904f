public import Foundation
public import Oak

/// The limits of a host.
public struct DurableSettings: Sendable {
    /// The number of instances with nothing to do that stay in memory; 1 000 by default.
    ///
    /// An instance whose activities are under way always stays in memory.
    public var idleInstances: Int

    /// The number of events that an instance may postpone; 1 000 by default.
    public var postponedEvents: Int

    /// How many macrosteps of each instance the journal keeps; all by default.
    public var journalLength: Int?

    /// How long, in seconds, the store keeps instances that have ended or were cancelled; for ever by default.
    public var keepsEnded: TimeInterval?

    /// How long, in seconds, the host waits before it tries again to read or write after an error of the store.
    public var retryInterval: TimeInterval

    /// The settings of the runs, such as their executor.
    public var run: RunSettings

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - idleInstances: The number of instances with nothing to do that stay in memory; 1 000 by default.
    ///   - postponedEvents: The number of events that an instance may postpone; 1 000 by default.
    ///   - journalLength: How many macrosteps of each instance the journal keeps; all by default.
    ///   - keepsEnded: How long, in seconds, the store keeps instances that have ended; for ever by default.
    ///   - retryInterval: How long, in seconds, the host waits after an error of the store; 1 by default.
    ///   - run: The settings of the runs.
    public init(
        idleInstances: Int = 1000, postponedEvents: Int = 1000, journalLength: Int? = nil,
        keepsEnded: TimeInterval? = nil, retryInterval: TimeInterval = 1, run: RunSettings = RunSettings()
    ) {
        self.idleInstances = idleInstances
        self.postponedEvents = postponedEvents
        self.journalLength = journalLength
        self.keepsEnded = keepsEnded
        self.retryInterval = retryInterval
        self.run = run
    }
}
