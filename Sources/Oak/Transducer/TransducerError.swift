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

    /// A machine waits for itself, by way of those that it sends to.
    ///
    /// `cycle` names the machines, each of which waits within a macrostep for the next one, and the last one for the first.
    /// Let one of them receive its events through a ``Proxy``, or send them in an operation, which does not hold its machine up.
    case deadlock(cycle: [String])

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
        case .deadlock(let cycle):
            "\((cycle + cycle.prefix(1)).joined(separator: " waits for ")): send with a Proxy or in an operation."
        case .outputAbandoned:
            "The sequence that receives the outputs is no longer read."
        case .stateNotReached:
            "The machine has ended without the state waited for: accept its last one, too, or wait earlier."
        }
    }
}
