public import Oak
import OakGraph

/// The record of a run from its beginning to its end: a value to compare, to store, and to replay.
///
/// A ``TraceRecorder`` makes it. It contains states, events and outputs, or the descriptions that the recorder makes of
/// them. A trace can be stored if these are `Codable`.
///
/// ```swift
/// let recorder = TraceRecorder(of: Counter.self)
/// try await Counter.run(initialState: .init(), proxy: proxy, observer: recorder)
/// print(recorder.trace.testSource(of: Counter.self, named: "counts"))
/// ```
public struct Trace<State, Event, Output> {
    /// The name of the recorded transducer.
    package var transducer: String

    /// The entries, in order.
    public var entries: [Entry]

    /// One thing that happened.
    public enum Entry {
        /// The run began in a state.
        case runStarted(State)
        /// An event was taken to be processed.
        case eventTaken(Event, from: EventOrigin)
        /// A transition led to a state.
        case transition(to: State)
        /// The event just taken was postponed, to be taken again later.
        case eventPostponed
        /// The event just taken was unexpected; `child` names the child that did not expect it and those around it, if
        /// it was one.
        case eventUnexpected(child: [String])
        /// A transition, or the initial state, had an output. Outputs that are `Void` have no entry.
        case output(Output)
        /// Something happened to an effect.
        case effect(TracedEffect, TracedEffect.Change)
        /// The mailbox rejected an event.
        case sendRejected(Event, error: String)
        /// The run ended in a terminal state, with an output unless that is `Void`.
        case runEnded(Output?)
        /// The run ended with an error.
        case runFailed(error: String)
    }

    /// The processed events in order, including those sent by effects; a postponed event stands where it was processed.
    public var events: [Event] {
        entries.reduce(into: []) { events, entry in
            switch entry {
            case .eventTaken(let event, _): events.append(event)
            case .eventPostponed: _ = events.popLast()
            case .runStarted, .transition, .eventUnexpected, .output, .effect, .sendRejected, .runEnded, .runFailed:
                break
            }
        }
    }

    /// The states of the machine, beginning with the initial one.
    package var states: [State] {
        entries.compactMap { entry in
            switch entry {
            case .runStarted(let state), .transition(to: let state): state
            case .eventTaken, .eventPostponed, .eventUnexpected, .output, .effect, .sendRejected, .runEnded, .runFailed:
                nil
            }
        }
    }
}

extension Trace: CustomStringConvertible {
    /// The machine, and a line for each entry.
    public var description: String { ([transducer] + entries.map { "  \($0)" }).joined(separator: "\n") }
}

extension Trace.Entry: CustomStringConvertible {
    public var description: String {
        switch self {
        case .runStarted(let state): "begins in \(sourceText(of: state))"
        case .eventTaken(let event, let origin): "\(origin): \(sourceText(of: event))"
        case .transition(let state): "→ \(sourceText(of: state))"
        case .eventPostponed: "→ postponed"
        case .eventUnexpected(let child): "→ unexpected \(child.joined(separator: "/"))"
        case .output(let output): "output \(sourceText(of: output))"
        case .effect(let effect, let change): "\(effect.text) \(change)"
        case .sendRejected(let event, let error): "rejected \(sourceText(of: event)): \(error)"
        case .runEnded(let output): "ends" + (output.map { " with \(sourceText(of: $0))" } ?? "")
        case .runFailed(let error): "fails: \(error)"
        }
    }
}

/// The description of an effect in a trace.
public struct TracedEffect: Hashable, Sendable {
    /// The kind of the effect.
    package var kind: EffectKind

    /// The identity given by the user, if any, as source text.
    package var id: String?

    /// The number that identifies an operation or composition of a run; zero for effects that end at once.
    package var number = 0

    /// Whether it is an activity: named by the state, not by a transition.
    package var isActivity = false

    /// A change in the life of an effect.
    public enum Change: Hashable, Sendable {
        /// It started.
        case started
        /// It ended, with an error or without.
        case ended(error: String?)
        /// It was cancelled.
        case cancelled(CancellationReason)
        /// It was cancelled and did not end within the grace period.
        case overdue
    }
}

/// Stands for an output that is `Void`, which cannot be encoded or compared.
public struct NoOutput: Codable, Hashable, Sendable {
    /// Creates the only value.
    public init() {}
}

extension Trace: Equatable where State: Equatable, Event: Equatable, Output: Equatable {}
extension Trace.Entry: Equatable where State: Equatable, Event: Equatable, Output: Equatable {}
extension Trace: Sendable where State: Sendable, Event: Sendable, Output: Sendable {}
extension Trace.Entry: Sendable where State: Sendable, Event: Sendable, Output: Sendable {}

extension Trace where State: Equatable, Output: Equatable {
    /// Lets a machine process the recorded events again, and compares its reactions with the recorded ones.
    ///
    /// The comparison covers states, outputs, the kind and the identity of each effect, and the action events of an
    /// effect. Effects do not run: the events that they sent are in the trace.
    ///
    /// - Parameter transducer: The machine.
    /// - Returns: The first divergence, or `nil` if there is none.
    /// - Complexity: O(*n*), where *n* is the number of entries.
    public func replay<T: ExecutableTransducer>(on transducer: T.Type) -> Divergence?
    where T.State == State, T.Event == Event {
        var replay = Replay<T, Output>()
        for entry in entries {
            if let divergence = replay.take(entry) { return divergence }
        }
        return nil
    }
}
