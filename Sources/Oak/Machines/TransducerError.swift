/// An error of a machine itself, as opposed to an error of the work it starts.
public enum TransducerError: Error, Hashable, Sendable {
    /// The mailbox is full, so it rejected the event.
    ///
    /// Send less often, give the proxy a larger buffer, or wait for room with `sendWaitingForRoom(_:)`.
    case bufferOverflow

    /// The mailbox rejected more events than the observer is told one by one; `count` includes the reported event.
    case rejectionsOmitted(count: Int)

    /// The machine has ended or was cancelled, so it rejected the event.
    case terminated

    /// The machine processed the event but ended before the macrostep was complete.
    ///
    /// Sending the event to another run may repeat its work. Events that were never processed fail with ``terminated``
    /// instead. The cause is the error that has ended the run.
    case macrostepUnfinished(cause: Cause)

    /// The machine was cancelled through its proxy.
    case cancelled

    /// The proxy drives another run or has driven one before. Create a new proxy for each run.
    case proxyAlreadyInUse

    /// The initial state is terminal and has no initial output that `run` could return.
    ///
    /// Implement ``BaseTransducer/initialOutput(initialState:)``, or start in another state.
    case noOutputProduced

    /// One external event led to more action events than the run allows.
    ///
    /// `transducer` names the machine, and `cycle` names the repeating events in order. Break the cycle, or raise
    /// ``RunSettings/actionLimit`` if the chain is meant to be that long.
    case runawayActions(transducer: String, cycle: [String])

    /// A transition answered `unexpected`, and the settings of the run make that an error.
    ///
    /// `transducer`, `state` and `event` are names without associated values. `child` names the child that did not
    /// expect the event; it is empty for the machine itself. Handle the event in `update`, or return `nil` to ignore it
    /// on purpose.
    case unexpectedEvent(transducer: String, child: [String], state: String, event: String)

    /// A transition postponed an action event; only mailbox events can be postponed.
    ///
    /// An action event is part of its macrostep, so nothing can come before it. Record the pending work in the state
    /// instead.
    case postponedAction(transducer: String, event: String)

    /// The machine postponed more events than allowed: one for each place in the mailbox, and at least one.
    ///
    /// Give the proxy a larger buffer, ignore some of the events, or make sure that the machine reaches a state that
    /// handles them.
    case tooManyPostponed(transducer: String, event: String, limit: Int)

    /// A transition changed the state, and answered `postpone` or `unexpected` all the same.
    ///
    /// Leave the state unchanged, or answer with `nil` or an effect.
    case stateChangedWithReply(transducer: String)

    /// A transition did not return the effect of a child's step, so that its work never begins.
    ///
    /// Return the effect of each step, or let `route` of the child return it.
    case effectDropped(transducer: String, child: String)

    /// Machines that send to each other wait in a cycle.
    ///
    /// `cycle` names the machines; each waits within a macrostep for the next, and the last for the first. Let one of
    /// them receive its events through a ``Proxy``, or send them from an operation, which does not block its machine.
    case deadlock(cycle: [String])

    /// A composite has two children with the same name.
    ///
    /// Rename one of them; see ``CompositeTransducer/activeChildren(in:)``.
    case childrenWithOneName(transducer: String, child: String)

    /// A composite names one child twice in a state, with different identities or different sets of children, or a
    /// child of a collection without the collection.
    ///
    /// Name the child once with one identity, or the collection once with one set of children.
    case childNamedTwice(transducer: String, child: String)

    /// A transition returned an effect of a child that is not active afterwards and did not end in that transition, or
    /// an event was rejected because its child has departed or ended.
    ///
    /// Name the child in ``CompositeTransducer/activeChildren(in:)`` for the new state, or drop its effect.
    case childNotActive(transducer: String, child: String)

    /// An activity is not an operation, or a composition of operations, with an identity.
    ///
    /// Give it an identity: `Effect(id: …)`. See ``ExecutableTransducer/activities(in:)``.
    case activityWithoutID(transducer: String, activity: String)

    /// A state names two activities with the same identity.
    ///
    /// Give one of them a different identity.
    case activitiesWithOneID(transducer: String, activity: String)

    /// Two calls with one state name different activities, so that an activity would restart after each macrostep.
    ///
    /// Make the identity a function of the state, and not a new `UUID()`.
    case unsteadyActivity(transducer: String, activity: String)

    /// Nothing reads the outputs of the machine any more.
    case outputAbandoned

    /// The machine ended without reaching the awaited state.
    ///
    /// Make the condition accept the last state as well, or start waiting before sending the event that ends the
    /// machine.
    case stateNotReached
}

extension TransducerError {
    /// Whether a transition has broken a rule, and the run goes on all the same.
    package var isBreach: Bool {
        if case .stateChangedWithReply = self { return true }
        return if case .effectDropped = self { true } else { false }
    }

    /// An error to compare with: no two errors of this kind differ by their causes.
    public static var macrostepUnfinished: TransducerError { .macrostepUnfinished(cause: Cause(error: nil)) }

    /// The error that has ended a run. It informs, and tells no two errors apart.
    public struct Cause: Hashable, Sendable {
        /// The error; `nil` in one to compare with.
        public let error: (any Error)?

        @_documentation(visibility: internal)
        public static func == (lhs: Cause, rhs: Cause) -> Bool { true }

        @_documentation(visibility: internal)
        public func hash(into hasher: inout Hasher) {}
    }
}

extension TransducerError: CustomStringConvertible {
    @_documentation(visibility: internal)
    public var description: String {
        let (problem, advice) = explanation
        return advice.isEmpty ? "\(problem)." : "\(problem): \(advice)."
    }

    @usableFromInline
    static func childNotActive(_ path: [ChildID], of composite: any ExecutableTransducer.Type) -> TransducerError {
        .childNotActive(transducer: "\(composite)", child: path.map(\.description).joined(separator: "/"))
    }

    /// The problem and a remedy, without full stops.
    var explanation: (problem: String, advice: String) {
        switch self {
        case .bufferOverflow:
            ("The mailbox is full", "send less often, increase bufferSize, or use sendWaitingForRoom(_:)")
        case .rejectionsOmitted(let count):
            ("\(count) further events were not accepted", "")
        case .terminated:
            ("The machine has ended and takes no more events", "`run`, or `value` of its host, tells why")
        case .macrostepUnfinished(let cause):
            (
                "The machine processed the event but ended before its macrostep was done"
                    + (cause.error.map { " (\($0))" } ?? ""), "do not send it again"
            )
        case .cancelled:
            ("The machine was cancelled through its proxy", "")
        case .proxyAlreadyInUse:
            ("The proxy already belongs to a run", "create a new proxy for each run")
        case .noOutputProduced:
            ("The initial state is terminal and has no output", "implement initialOutput(initialState:)")
        case .runawayActions(let transducer, let cycle):
            (
                "\(transducer) answers its own action events without end: \(cycle.joined(separator: " → ")) → …",
                "break the cycle, or raise actionLimit"
            )
        case .unexpectedEvent(let transducer, let child, let state, let event):
            (
                "\(([transducer] + child).joined(separator: ".")) does not expect \(event) in \(state)",
                "handle it in update, or return nil to ignore it"
            )
        case .postponedAction(let transducer, let event):
            ("\(transducer) cannot postpone the action event \(event)", "record the pending work in the state")
        case .tooManyPostponed(let transducer, let event, let limit):
            (
                "\(transducer) has postponed \(limit) events and cannot postpone \(event)",
                "handle or ignore some of them, or increase bufferSize"
            )
        case .stateChangedWithReply(let transducer):
            (
                "\(transducer) changed its state and answered postpone or unexpected",
                "leave the state as it was, or answer nil"
            )
        case .effectDropped(let transducer, let child):
            (
                "\(transducer) does not return an effect of its child \(child), and its work never begins",
                "return the effect of each step"
            )
        case .deadlock(let cycle):
            (
                "Deadlock: \((cycle + cycle.prefix(1)).joined(separator: " waits for "))",
                "use a Proxy for one of them, or send from an operation"
            )
        case .childrenWithOneName(let transducer, let child):
            ("\(transducer) has two children named \(child)", "rename one of them")
        case .childNamedTwice(let transducer, let child):
            (
                "\(transducer) names its child \(child) as two children in one state, or without its collection",
                "name it once"
            )
        case .childNotActive(let transducer, let child):
            (
                "\(transducer) has no active child \(child)",
                "it has departed or ended, or activeChildren(in:) does not name it"
            )
        case .activityWithoutID(let transducer, let activity):
            (
                "\(transducer) has the activity \(activity)",
                "use an operation, or a composition of operations, with an id"
            )
        case .unsteadyActivity(let transducer, let activity):
            (
                "\(transducer) names the activity \(activity) only once for one state",
                "make its id a function of the state"
            )
        case .activitiesWithOneID(let transducer, let activity):
            ("\(transducer) has two activities with the id \(activity)", "give one of them another id")
        case .outputAbandoned:
            ("Nothing reads the outputs of the machine any more", "read on, or cancel the machine first")
        case .stateNotReached:
            (
                "The machine ended without reaching the awaited state",
                "accept its last state as well, or wait earlier"
            )
        }
    }
}

extension Error {
    /// Whether the error tells of a cancellation, and not of a fault.
    package var isCancellation: Bool {
        if case .cancelled? = self as? TransducerError { return true }
        return self is CancellationError
    }
}
