public import Foundation

/// A macrostep in the journal of an instance.
public struct JournalEntry: Hashable, Codable, Sendable {
    /// The number of the macrostep.
    public var number: Int
    /// The time when it was carried out.
    public var time: Date
    /// The reason for the macrostep.
    public var cause: Cause
    /// The version of the machine.
    public var version: Int
    /// The encoded event that began the macrostep, if one did.
    public var event: Data?
    /// The encoded outputs, as an array; `nil` if the machine has none.
    public var outputs: Data?

    /// Creates an entry.
    public init(number: Int, time: Date, cause: Cause, version: Int, event: Data? = nil, outputs: Data? = nil) {
        self.number = number
        self.time = time
        self.cause = cause
        self.version = version
        self.event = event
        self.outputs = outputs
    }

    /// The reason for a macrostep.
    public enum Cause: Hashable, Codable, Sendable {
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
    }
}
