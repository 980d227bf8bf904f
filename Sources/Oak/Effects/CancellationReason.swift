/// The reason why an effect was cancelled.
public enum CancellationReason: Hashable, Sendable {
    /// An effect with the same identity replaced it.
    case replaced
    /// A transition returned ``TransducerEffect/cancelTask(_:)``.
    case cancelTask
    /// The state no longer names the activity.
    case stateLeft
    /// The child that it belongs to is no longer active.
    case childDeparted
    /// Its child has ended.
    case childEnded
    /// Another part of its composition failed, and the composition turned the error into an event.
    case partFailed
    /// The machine ended.
    case machineEnded
}
