/// Two machines one behind the other, as one: each output of the first is an event of the second.
///
/// The second machine processes it within the same transition, so that nothing comes between the two. The composite ends when
/// the second machine ends, or when the first one has ended and the second one has no objection,
/// see ``Cascade/mayEnd(afterFirst:)``.
///
/// For outputs that are no events of the second machine as they are, declare a ``Cascade`` of your own; for those that are
/// optional there is ``SequentialSkippingNil``.
public enum Sequential<First: ExecutableTransducer, Second: ExecutableTransducer>: Cascade
where First.Output == Second.Event {
    @inlinable
    public static func event(from output: First.Output) -> Second.Event? { output }
}

/// Two machines one behind the other, as one: each output of the first that is not `nil` is an event of the second.
public enum SequentialSkippingNil<First: ExecutableTransducer, Second: ExecutableTransducer>: Cascade
where First.Output == Second.Event? {
    @inlinable
    public static func event(from output: First.Output) -> Second.Event? { output }
}

/// A machine that consists of two others, of which the second lives on what the first puts out.
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
/// In the theory of automata this is the cascade product.
public protocol Cascade<First, Second>: PairTransducer
where
    State == CascadeState<First, Second>, Event == EitherEvent<First.Event, Second.Event>, Output == Second.Output?,
    Env == BothEnvironments<First.Env, Second.Env>
{
    /// Makes an event of the second machine out of an output of the first.
    ///
    /// - Parameter output: The output.
    /// - Returns: The event, or `nil` if the second machine is not to be told.
    static func event(from output: First.Output) -> Second.Event?

    /// Tells whether the composite may end because the first machine has ended; `true` by default.
    ///
    /// - Parameter state: The state of the second machine.
    static func mayEnd(afterFirst state: Second.State) -> Bool
}

/// The states of two machines of which one lives on the outputs of the other.
public struct CascadeState<First: ExecutableTransducer, Second: ExecutableTransducer> {
    /// The state of the first machine.
    public var first: First.State
    /// The state of the second machine.
    public var second: Second.State

    /// Creates the state in which both machines start.
    ///
    /// - Parameters:
    ///   - first: The initial state of the first machine.
    ///   - second: The initial state of the second machine.
    @inlinable
    public init(_ first: First.State, _ second: Second.State) {
        self.first = first
        self.second = second
    }
}

extension CascadeState: Sendable where First.State: Sendable, Second.State: Sendable {}
extension CascadeState: Equatable where First.State: Equatable, Second.State: Equatable {}
extension CascadeState: Hashable where First.State: Hashable, Second.State: Hashable {}

extension Cascade {
    @inlinable
    static var first: Child<Self, First>.Lift { .first(First.self) }

    @inlinable
    static var second: Child<Self, Second>.Lift { .second(Second.self) }

    @inlinable
    public static func mayEnd(afterFirst state: Second.State) -> Bool { true }

    /// Tells whether the second machine has ended, or the first has and the second has no objection.
    ///
    /// - Parameter state: The states of both.
    @inlinable
    public static func isTerminal(_ state: CascadeState<First, Second>) -> Bool {
        Second.isTerminal(state.second) || (First.isTerminal(state.first) && mayEnd(afterFirst: state.second))
    }

    /// The activities of both machines.
    ///
    /// - Parameter state: The states of both.
    @inlinable
    public static func live(in state: CascadeState<First, Second>) -> Active<Self> {
        Census.taken {
            Active(
                asking: .of(First.self, first, { state.first }), .of(Second.self, second, { state.second }),
                ended: (First.isTerminal(state.first), Second.isTerminal(state.second)))
        }
    }

    /// Tells whether one of both machines may have activities.
    ///
    /// - Parameter state: The states of both.
    @inlinable
    public static func mayHaveActivities(in state: CascadeState<First, Second>) -> Bool {
        First.mayHaveActivities(in: state.first) || Second.mayHaveActivities(in: state.second)
    }

    /// The output that belongs to the initial state of the second machine.
    ///
    /// - Parameter initialState: The states in which both machines start.
    @inlinable
    public static func initialOutput(initialState: CascadeState<First, Second>) -> Second.Output?? {
        Second.initialOutput(initialState: initialState.second).map { .some($0) }
    }

    /// Lets the first machine process an event, and the second what comes out of that; or the second what it has sent itself.
    ///
    /// - Parameters:
    ///   - state: The states of both.
    ///   - event: The event.
    /// - Returns: The effects of both, and the output of the second machine, if it had an event to process.
    @inlinable
    public static func step(
        _ state: inout CascadeState<First, Second>, event: EitherEvent<First.Event, Second.Event>
    ) -> (TransducerEffect<Event, Env, Input>?, Second.Output?) {
        switch event {
        case .first(let event):
            let cause: FirstStep = first.step(First.self, &state.first, event)
            // The output is dropped that comes with an event which the machine postpones, or has not thought of.
            guard cause.effect?.reply == nil, let output = cause.output, let event = Self.event(from: output) else {
                return (cause.effect, nil)
            }
            let result: SecondStep = second.step(Second.self, &state.second, event)
            return (cause.effect.followed(by: result.effect), result.output)
        case .second(let event):
            let step: SecondStep = second.step(Second.self, &state.second, event)
            return (step.effect, step.output)
        }
    }
}
