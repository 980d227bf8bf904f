/// The intent that a machine states for an event in a state.
public enum Intent: String, Codable, Hashable, Sendable, CaseIterable {
    /// The state changes, or the transition has an effect.
    case handled
    /// The event is ignored on purpose: the state stays, without an effect. An output counts
    /// only if it is an optional with a value.
    case ignored
    /// The event is put aside and offered again in a later state.
    case postponed
    /// The machine did not expect the event.
    case unexpected
    /// A child of the machine is terminal or no longer active, and refuses the event.
    case refused
    /// The action events of the macrostep never end.
    case endless
    /// The machine is used inconsistently, which ends a run with an error.
    case invalid
    /// `update` does not return: it ends the process, or takes too long.
    case trapped
}
