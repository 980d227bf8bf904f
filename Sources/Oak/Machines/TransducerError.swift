/// What can go wrong with a machine, as opposed to the work it does.
public enum TransducerError: Error, Hashable, Sendable {
    /// The mailbox is full, so the event was not accepted.
    ///
    /// Send less often, give the proxy a larger buffer, or wait for room with `sendWhenRoom(_:)`.
    case bufferOverflow

    /// The machine has ended or was cancelled, so the event was not accepted.
    case terminated

    /// The event was processed, but the machine ended before everything was done that it led to.
    ///
    /// To send it again, to another run, may do its work twice. Events that were not processed fail with ``terminated``.
    case macrostepUnfinished

    /// The machine was cancelled through its proxy.
    case cancelled

    /// The proxy already drives another run, or did so before. Create a proxy for each run.
    case proxyAlreadyInUse

    /// The initial state is terminal and has no initial output that `run` could return.
    ///
    /// Implement ``BaseTransducer/initialOutput(initialState:)`` or start in another state.
    case noOutputProduced

    /// One external event led to more action events than the run allows.
    ///
    /// `transducer` is the name of the machine and `cycle` names the events that repeat, in order.
    /// Break the cycle, or raise ``RunSettings/actionLimit`` if the chain is meant to be that long.
    case runawayActions(transducer: String, cycle: [String])

    /// An event was not expected in the state of the machine, and the run was told to end then.
    ///
    /// `transducer`, `state` and `event` are names without values, and `child` names the child that did not expect the event, if
    /// it was one. Let `update` say what the event means there; return `nil` where it means nothing.
    case unexpectedEvent(transducer: String, child: [String], state: String, event: String)

    /// An action event was postponed, which only events of the mailbox can be.
    ///
    /// It is part of what the macrostep does, so nothing else comes before it. Let `update` keep in the state what is to be done.
    case postponedAction(transducer: String, event: String)

    /// More events were postponed than the run allows: as many as there are places in the mailbox, and at least one.
    ///
    /// Give the proxy a larger buffer, see to it that the machine comes to a state in which it takes them, or ignore some.
    case tooManyPostponed(transducer: String, event: String, limit: Int)

    /// A transition has answered `postpone` or `unexpected` and something else: another effect, or a terminal state.
    ///
    /// Let `update` leave the state as it was, and return the answer alone.
    case replyNotAlone(transducer: String)

    /// A machine waits for itself, by way of those that it sends to.
    ///
    /// `cycle` names the machines, each of which waits within a macrostep for the next one, and the last one for the first.
    /// Let one of them receive its events through a ``Proxy``, or send them in an operation, which does not hold its machine up.
    case deadlock(cycle: [String])

    /// A composite has two children of one name.
    ///
    /// Give one of them another name; see ``CompositeTransducer/activeChildren(in:)``.
    case childrenOfOneName(transducer: String, child: String)

    /// A composite has named a child twice in one state, each time as another one.
    ///
    /// Name it once, with one identity, or a collection with one set of children.
    case childNamedTwice(transducer: String, child: String)

    /// A transition has answered an effect of a child that is not active after it and has not ended in it.
    ///
    /// Name the child in ``CompositeTransducer/activeChildren(in:)`` for the state that was reached, or leave its effect out.
    case childNotActive(transducer: String, child: String)

    /// An activity is not an operation, or composition of operations, with an identity.
    ///
    /// Give it one: `Effect(id: …)`. See ``ExecutableTransducer/activities(in:)``.
    case activityWithoutName(transducer: String, activity: String)

    /// A state names two activities of one identity.
    ///
    /// Give one of them another.
    case activitiesOfOneName(transducer: String, activity: String)

    /// Nobody reads the outputs of the machine any more.
    case outputAbandoned

    /// The machine has ended without the state that somebody waited for.
    ///
    /// Let the condition hold of the last state, too, or wait before the machine is sent what ends it.
    case stateNotReached
}

extension TransducerError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bufferOverflow:
            "The mailbox is full: send less often, enlarge bufferSize, or await room with sendWhenRoom(_:)."
        case .terminated:
            "The machine has ended and takes no more events."
        case .macrostepUnfinished:
            "The event was processed, but the machine ended before its macrostep was done: do not send it again."
        case .cancelled:
            "The machine was cancelled through its proxy."
        case .proxyAlreadyInUse:
            "A proxy drives one run only: create a new proxy for each run."
        case .noOutputProduced:
            "The initial state is terminal and initialOutput(initialState:) is nil: there is nothing to return."
        case .runawayActions(let transducer, let cycle):
            "\(transducer) answers its own action events without end: \(cycle.joined(separator: " → ")) → …"
        case .unexpectedEvent(let transducer, let child, let state, let event):
            "\(([transducer] + child).joined(separator: ".")) does not expect \(event) in \(state): say in update what it means."
        case .postponedAction(let transducer, let event):
            "\(transducer) has postponed its action event \(event): only events of the mailbox can be; keep it in the state."
        case .tooManyPostponed(let transducer, let event, let limit):
            "\(transducer) has postponed \(limit) events and \(event): enlarge bufferSize, or take them in some state."
        case .replyNotAlone(let transducer):
            "\(transducer) has answered postpone or unexpected with something else: return it alone, and keep the state."
        case .deadlock(let cycle):
            "\((cycle + cycle.prefix(1)).joined(separator: " waits for ")): send with a Proxy or in an operation."
        case .childrenOfOneName(let transducer, let child):
            "\(transducer) has two children of the name \(child): give one of them another."
        case .childNamedTwice(let transducer, let child):
            "\(transducer) names its child \(child) twice in one state, as two different ones: name it once."
        case .childNotActive(let transducer, let child):
            "\(transducer) has answered an effect of \(child), which is not active: name it in activeChildren(in:)."
        case .activityWithoutName(let transducer, let activity):
            "\(transducer) has the activity \(activity): it takes an operation or a composition with an id."
        case .activitiesOfOneName(let transducer, let activity):
            "\(transducer) has two activities of the identity \(activity): give one of them another."
        case .outputAbandoned:
            "The sequence that receives the outputs is no longer read."
        case .stateNotReached:
            "The machine has ended without the state waited for: accept its last one, too, or wait earlier."
        }
    }
}
