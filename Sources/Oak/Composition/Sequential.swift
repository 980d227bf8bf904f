/// Two machines in sequence as one: each output of the first is an event of the second.
///
/// The second machine processes the output within the same transition, without anything in between. The composite ends
/// when the second machine ends, or when the first has ended and ``Cascade/mayEnd(afterFirst:)`` permits it.
///
/// Declare a ``Cascade`` for optional outputs, and for outputs that need conversion.
public enum Sequential<First: ExecutableTransducer, Second: ExecutableTransducer>: Cascade
where First.Output == Second.Event {
    @inlinable public static func event(from output: First.Output) -> Second.Event? { output }
}

/// A machine that consists of two machines; the second processes outputs of the first.
///
/// ```swift
/// enum Doorkeeper: Cascade {
///     typealias First = Turnstile
///     typealias Second = Counter
///
///     static func event(from didTurn: Bool) -> Counter.Event? { didTurn ? .increment : nil }
/// }
/// ```
///
/// Automata theory calls this the cascade product.
public protocol Cascade<First, Second>: PairTransducer
where
    State == Pair<First.State, Second.State>, Output == Second.Output?
{
    /// Converts an output of the first machine to an event of the second.
    ///
    /// - Parameter output: The output.
    /// - Returns: The event, or `nil` if the second machine gets none.
    static func event(from output: First.Output) -> Second.Event?

    /// Tells whether the composite ends once the first machine has ended; `true` by default.
    ///
    /// - Parameter state: The state of the second machine.
    static func mayEnd(afterFirst state: Second.State) -> Bool
}

extension Cascade {
    @_documentation(visibility: internal) @inlinable
    public static func mayEnd(afterFirst state: Second.State) -> Bool { true }

    /// Tells whether the second machine has ended, or the first has and ``Cascade/mayEnd(afterFirst:)`` permits it.
    ///
    /// - Parameter state: The states of both machines.
    @_documentation(visibility: internal) @inlinable
    public static func isTerminal(_ state: Pair<First.State, Second.State>) -> Bool {
        Second.isTerminal(state.second) || (First.isTerminal(state.first) && mayEnd(afterFirst: state.second))
    }

    @inlinable public static func _running(in state: Pair<First.State, Second.State>) -> (First.State?, Second.State?) {
        (First.isTerminal(state.first) ? nil : state.first, Second.isTerminal(state.second) ? nil : state.second)
    }

    @inlinable public static func _mayHaveActivities(in state: Pair<First.State, Second.State>) -> Bool {
        First._mayHaveActivities(in: state.first) || Second._mayHaveActivities(in: state.second)
    }

    /// The initial output of the second machine.
    ///
    /// - Parameter initialState: The initial states of both machines.
    @_documentation(visibility: internal) @inlinable
    public static func initialOutput(initialState: Pair<First.State, Second.State>) -> Second.Output?? {
        Second.initialOutput(initialState: initialState.second).map { .some($0) }
    }

    /// Lets the first machine process an event and the second its output, or the second an event of its own effects.
    ///
    /// - Parameters:
    ///   - state: The states of both machines.
    ///   - event: The event.
    /// - Returns: The effects of both machines, and the output of the second if it processed an event.
    @_documentation(visibility: internal) @inlinable
    public static func step(
        _ state: inout Pair<First.State, Second.State>, event: PairEvent<First.Event, Second.Event>
    ) -> (TransducerEffect<Event, Env, Input>?, Second.Output?) {
        let outerQuiet = !_isComposite || LoopRecord.beginsQuietly() ? nil : LoopRecord.suspendQuiet()
        defer { if let outerQuiet { LoopRecord.resume(outerQuiet) } }
        switch event {
        case .first(let event):
            // A second reference to the state, which makes a change of its arrays copy them.
            let past: First.State? = Second._mayReply ? state.first : nil
            let cause = stepFirst(&state.first, event)
            // The output of a postponed or unexpected event is dropped.
            guard cause.effect?.reply == nil, let output = cause.output, let event = Self.event(from: output) else {
                return (cause.effect, nil)
            }
            let result = stepSecond(&state.second, event)
            if let past, result.effect?.reply != nil {
                state.first = past
                return (result.effect, nil)
            }
            return (cause.effect?.followed(by: result.effect) ?? result.effect, result.output)
        case .second(let event):
            let step = stepSecond(&state.second, event)
            return (step.effect, step.output)
        }
    }
}
