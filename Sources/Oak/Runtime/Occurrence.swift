/// Something that happens in a run.
public enum Occurrence<State, Event, Output> {
    /// The run begins in a state.
    case runStarted(State)

    /// An event is taken to be processed.
    case eventTaken(Event, from: EventOrigin)

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

    /// An event was not accepted by the mailbox.
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
    /// The component that it belongs to was left, or has ended.
    case componentLeft
    /// Another part of its composition has failed, and the composition has said what that means.
    case partFailed
    /// The machine ends.
    case machineEnded
}
