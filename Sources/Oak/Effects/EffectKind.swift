/// The kinds of effects.
public enum EffectKind: Hashable, Sendable {
    /// Action events, known in advance.
    case events
    /// A function that returns action events.
    case action
    /// A function on the system actor that returns action events.
    case isolatedAction
    /// A function that runs beside the machine.
    case operation
    /// A function that runs beside the machine on the system actor.
    case isolatedOperation
    /// The cancellation of another effect.
    case cancelTask
    /// Effects carried out one after another.
    case sequence
    /// Effects carried out side by side.
    case combination
    /// Independent effects that begin one after another; not a composition that could be cancelled.
    case list
    /// The departure of a child, which cancels all of its effects.
    case departure
    /// An event for a child that accepts no events.
    case rejection
    /// The end of the run, because a composite was used inconsistently.
    case mistake
    /// Not work, but a reply: the event is put aside and offered again later.
    case postponement
    /// Not work, but a reply: the state does not expect the event.
    case unexpected
}
