/// The kinds of effects there are.
public enum EffectKind: Hashable, Sendable {
    /// Action events, known in advance.
    case events
    /// A function that answers with action events.
    case action
    /// A function on the system actor that answers with action events.
    case isolatedAction
    /// A function that runs beside the machine.
    case operation
    /// A function that runs beside the machine, on the system actor.
    case isolatedOperation
    /// The cancellation of another effect.
    case cancelTask
    /// Effects that are carried out one after the other.
    case sequence
    /// Effects that are carried out side by side.
    case combination
    /// Effects that begin one after the other, each for itself: no composition that could be cancelled.
    case list
    /// The end of a child, with all of its effects.
    case departure
    /// An event for a child that takes none.
    case rejection
    /// The end of a run in which a composite was used in a way that makes no sense.
    case mistake
    /// No effect, but an answer: the event is put aside and offered again later.
    case postponement
    /// No effect, but an answer: nobody has thought of the event in this state.
    case unexpected
}
