/// Something that happens in a run.
public enum Occurrence<State, Event, Output> {
    /// The run begins in a state.
    case runStarted(State)

    /// An event is taken to be processed.
    case eventTaken(Event, from: EventOrigin)

    /// The event just taken was put aside, to be taken again later: it made no transition.
    case eventPostponed(Event)

    /// Nobody has thought of the event just taken in this state: it made no transition.
    ///
    /// `child` names the child of a composite machine that did not expect it, and those around it, the outermost first; it is
    /// empty if it was the machine itself.
    case eventUnexpected(Event, child: [ChildID])

    /// A transition was made.
    case transition(from: State, Event, to: State)

    /// A transition, or the initial state, has an output.
    case output(Output)

    /// An effect is carried out.
    case effectStarted(EffectSummary)

    /// An operation or composition has ended, with an error or without; or an action has failed.
    ///
    /// An error that was turned into an event is told as well.
    case effectEnded(EffectSummary, (any Error)?)

    /// A live operation or composition is cancelled.
    case effectCancelled(EffectSummary, CancellationReason)

    /// A cancelled operation has not ended within the grace period.
    case effectOverdue(EffectSummary)

    /// An event was not accepted by the mailbox, or came for a child that has ended or is not there.
    ///
    /// Of a flood that comes before the machine can tell of it, the events beyond the first thousand are told together, as
    /// one with the error ``OmittedRejections``.
    case sendRejected(Event, any Error)

    /// The run has ended.
    case runEnded(Result<Output, any Error>)
}

/// Where an event comes from.
public enum EventOrigin: Hashable, Sendable {
    /// From outside the machine.
    case external
    /// From an operation; the number tells the operations of a run apart.
    case operation(Int)
    /// From an action effect within the macrostep.
    case action
}

/// Why an effect was cancelled.
public enum CancellationReason: Hashable, Sendable {
    /// An effect of the same identity took its place.
    case replaced
    /// A transition asked for it.
    case cancelTask
    /// The activity is not named by the state any more.
    case stateLeft
    /// The child that it belongs to is not active any more.
    case childLeft
    /// The child that it belongs to has ended.
    case childEnded
    /// Another part of its composition has failed, and the composition has said what that means.
    case partFailed
    /// The machine ends.
    case machineEnded
}
