import Oak

/// One event of a path through a machine: from outside, or the answer of an effect.
public struct PathEvent<Event> {
    let event: Event
    /// The effect that sends the event.
    let sender: EffectID?
    let isLast: Bool

    /// An event from outside.
    ///
    /// - Parameter event: The event.
    public static func event(_ event: Event) -> PathEvent { PathEvent(event: event, sender: nil, isLast: false) }

    /// An event that a live operation or activity sends.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The identity of the effect.
    ///   - isLast: Whether the effect has ended with the event.
    public static func answer(_ event: Event, of id: some Hashable & Sendable, isLast: Bool = true) -> PathEvent {
        PathEvent(event: event, sender: EffectID(id), isLast: isLast)
    }
}

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
