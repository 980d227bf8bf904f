public import Oak
import OakGraph

/// One step of a path through a machine.
///
/// A step names an operation by its identity, or by that of the innermost composition around it that has one. Of
/// several, the latest has the place 0; those that are cancelled come last.
public struct PathEvent<Event> {
    let move: PathMove<Event>

    /// An event from outside.
    ///
    /// An event that the machine postpones comes again where the path says so.
    ///
    /// - Parameter event: The event.
    public static func event(_ event: Event) -> PathEvent { PathEvent(move: .event(event)) }

    /// An answer of one event by the action that the machine waits for.
    ///
    /// - Parameter event: The event.
    public static func actionEvent(_ event: Event) -> PathEvent { actionEvents(event) }

    /// An answer of the action that the machine waits for.
    ///
    /// - Parameter events: The events of the answer.
    public static func actionEvents(_ events: Event...) -> PathEvent { PathEvent(move: .actionEvents(events)) }

    /// An event that a live operation or activity sends, or has sent if the machine has postponed it.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The identity of the effect, if it has one.
    ///   - isLast: Whether it is the last event of the effect.
    ///   - hasReturned: Whether the effect returns with its last event.
    ///   - place: The place of the effect among those alike.
    public static func answer(
        _ event: Event, of id: some Hashable & Sendable = _Unnamed(), isLast: Bool = true, hasReturned: Bool = true,
        place: Int = 0
    ) -> PathEvent {
        let mark = EffectMark(id: .naming(id), place: place)
        return PathEvent(move: .answer(event, of: mark, isLast: isLast, hasReturned: isLast && hasReturned))
    }

    /// The event that a live operation or activity returns with.
    ///
    /// The effect is not live any more while the machine processes the event.
    /// ``answer(_:of:isLast:hasReturned:place:)`` says the same of an effect that can give its last event only in this
    /// way, such as one with `success:`.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The identity of the effect, if it has one.
    ///   - place: The place of the effect among those alike.
    public static func result(
        _ event: Event, of id: some Hashable & Sendable = _Unnamed(), place: Int = 0
    ) -> PathEvent {
        PathEvent(move: .result(event, of: EffectMark(id: .naming(id), place: place)))
    }

    /// The return of an operation, or of the action that the machine waits for, without an event.
    ///
    /// - Parameters:
    ///   - id: The identity of the effect, if it has one.
    ///   - place: The place of the effect among those alike.
    public static func ended(of id: some Hashable & Sendable = _Unnamed(), place: Int = 0) -> PathEvent {
        PathEvent(move: .ended(EffectMark(id: .naming(id), place: place)))
    }

    /// The failure of an operation, or of the action that the machine waits for.
    ///
    /// - Parameters:
    ///   - id: The identity of the effect, if it has one.
    ///   - error: The error; `nil` for one of a type that nobody knows.
    ///   - place: The place of the effect among those alike.
    public static func failed(
        of id: some Hashable & Sendable = _Unnamed(), with error: (any Error)? = nil, place: Int = 0
    ) -> PathEvent {
        PathEvent(move: .failed(EffectMark(id: .naming(id), place: place), error))
    }
}

extension PathEvent: Sendable where Event: Sendable {}

/// The requirement that a machine meets on a path.
public struct PathExpectation<State> {
    let name: String
    /// Whether a state is allowed.
    var allows: (State) -> Bool = { _ in true }
    /// Whether the requirement is met from a state on; `nil` if the state changes nothing.
    var settles: (State) -> Bool? = { _ in nil }
    /// Whether the requirement is met before the first state.
    var isMetAtFirst = true
    /// The report of a path at whose end the requirement is not met.
    var missing = ""
    var expectsEveryEvent = false
    var expectsReaction = false

    /// Requires a condition of every state, also between the transitions of a macrostep.
    ///
    /// - Parameters:
    ///   - name: The requirement in words.
    ///   - condition: Returns whether a state meets it.
    public static func everyState(_ name: String, _ condition: @escaping (State) -> Bool) -> PathExpectation {
        PathExpectation(name: name, allows: condition)
    }

    /// Requires a condition of at least one state.
    ///
    /// - Parameters:
    ///   - name: The requirement in words.
    ///   - condition: Returns whether a state meets it.
    public static func someState(_ name: String, _ condition: @escaping (State) -> Bool) -> PathExpectation {
        PathExpectation(
            name: name, settles: { condition($0) ? true : nil }, isMetAtFirst: false, missing: "No state meets it.")
    }

    /// Requires that a condition follows each time another one is satisfied.
    ///
    /// - Parameters:
    ///   - name: The requirement in words.
    ///   - cause: Returns whether a state is one from which the other condition has to follow.
    ///   - consequence: Returns whether a state satisfies the condition that follows.
    public static func leadsTo(
        _ name: String, from cause: @escaping (State) -> Bool, to consequence: @escaping (State) -> Bool
    ) -> PathExpectation {
        PathExpectation(
            name: name, settles: { consequence($0) ? true : cause($0) ? false : nil },
            missing: "What has to follow does not.")
    }

    /// Requires that the machine and its children expect and accept every event.
    public static var everyEventIsExpected: PathExpectation {
        PathExpectation(name: "Every event is expected", expectsEveryEvent: true)
    }

    /// Requires that the last event changes the state or begins or cancels an effect.
    public static var lastEventIsHandled: PathExpectation {
        PathExpectation(name: "The last event is handled", expectsReaction: true)
    }
}
