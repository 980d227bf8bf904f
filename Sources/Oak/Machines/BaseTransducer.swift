/// The types of a finite state transducer, without a transition function.
///
/// Conform to `BaseTransducer` directly when a type only names what a component of an application
/// deals in: a coordinator whose behaviour is supplied by other transducers, or a contract that
/// several machines share. To describe behaviour as well, conform to ``Transducer`` or
/// ``EffectTransducer``.
///
/// ```swift
/// enum Navigation: BaseTransducer {
///     enum State { case onboarding, home }
///     enum Event { case finished, signedOut }
/// }
/// ```
public protocol BaseTransducer<Event> {
    /// The states the machine can be in.
    associatedtype State

    /// The events that lead from one state to the next.
    associatedtype Event

    /// The value a transition produces; `Void` unless stated otherwise.
    associatedtype Output = Void

    /// The work a transition asks for; `Never` unless the transducer has effects.
    associatedtype Effect = Never

    /// The dependencies handed to effects; `Void` unless stated otherwise.
    associatedtype Env = Void

    /// The handle through which a running machine is sent events and cancelled.
    associatedtype Proxy: TransducerProxy<Event> = Oak.Proxy<Event>

    /// The part of ``Proxy`` that can only send events.
    typealias Input = Proxy.Input

    /// Tells whether a state ends the machine.
    ///
    /// The default is `false`, or the state's own ``Terminable/isTerminal`` when `State` is ``Terminable``.
    ///
    /// - Parameter state: The state reached by a transition, or the initial state.
    /// - Returns: `true` if the machine ends in this state.
    static func isTerminal(_ state: State) -> Bool

    /// The output that belongs to the initial state, before any event.
    ///
    /// Moore machines override this; the default is `nil`, no output.
    ///
    /// - Parameter initialState: The state in which the machine starts.
    /// - Returns: The first output of the machine, or `nil` if there is none.
    static func initialOutput(initialState: State) -> Output?
}

extension BaseTransducer {
    @inlinable
    public static func isTerminal(_ state: State) -> Bool { false }

    @inlinable
    public static func initialOutput(initialState: State) -> Output? { nil }
}

extension BaseTransducer where State: Terminable {
    @inlinable
    public static func isTerminal(_ state: State) -> Bool { state.isTerminal }
}

extension BaseTransducer where State: DefaultInitializable {
    /// The state that `State` itself names as its first.
    @inlinable
    public static var initialState: State { State() }
}
