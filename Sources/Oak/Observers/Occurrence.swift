/// An occurrence in a run.
public enum Occurrence<State, Event, Output> {
    /// The run begins in a state.
    case runStarted(State)

    /// An event is taken for processing.
    case eventTaken(Event, from: EventOrigin)

    /// The event just taken was postponed: it made no transition and is offered again later.
    case eventPostponed(Event)

    /// The event just taken was unexpected in this state: it made no transition.
    ///
    /// `child` holds the names on the path to the child that did not expect it, outermost first; it is empty for the
    /// machine itself.
    case eventUnexpected(Event, child: [ChildID])

    /// The machine made a transition.
    case transition(from: State, Event, to: State)

    /// A transition, or the initial state, produced an output.
    case output(Output)

    /// An effect begins.
    case effectStarted(EffectSummary)

    /// An operation or composition has ended, with or without an error, or an action has failed.
    ///
    /// Errors that were turned into events are included.
    case effectEnded(EffectSummary, (any Error)?)

    /// A live operation or composition is cancelled.
    case effectCancelled(EffectSummary, CancellationReason)

    /// A cancelled operation has exceeded the grace period.
    case effectOverdue(EffectSummary)

    /// The mailbox rejected an event, or an event came for a child that has ended or is not active.
    ///
    /// If a flood of events is rejected before the machine can report them, those beyond the first thousand are
    /// reported together, as one with the error ``TransducerError/rejectionsOmitted(count:)``.
    case sendRejected(Event, any Error)

    /// The run has ended.
    case runEnded(Result<Output, any Error>)
}

extension Occurrence {
    /// Whether only observers of transitions receive it.
    @inlinable var isOfTransition: Bool {
        switch self {
        case .eventTaken, .transition, .output: true
        case .runStarted, .eventPostponed, .eventUnexpected, .effectStarted, .effectEnded, .effectCancelled,
            .effectOverdue, .sendRejected, .runEnded:
            false
        }
    }
}

/// The source of an event.
public enum EventOrigin: Hashable, Sendable {
    /// A sender outside the machine.
    case external
    /// An operation; the number distinguishes the operations of a run.
    case operation(Int)
    /// An action within the macrostep.
    case action
}
