/// The types of a finite state transducer, without a transition function.
///
/// Conform to `BaseTransducer` directly when a type only names the types of a component: a coordinator whose behaviour
/// other transducers supply, or a contract that several machines share. To describe behaviour as well, conform to
/// ``Transducer`` or ``EffectTransducer``.
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

    /// The value that a transition produces; `Void` by default.
    associatedtype Output = Void

    /// The work that a transition asks for; `Never` unless the transducer has effects.
    associatedtype Effect = Never

    /// The dependencies handed to effects; `Void` by default.
    associatedtype Env = Void

    /// The handle that sends events to a running machine and can cancel it.
    associatedtype Proxy: TransducerProxy<Event> = Oak.Proxy<Event>

    /// The part of ``Proxy`` that can only send events.
    typealias Input = Proxy.Input

    /// Returns whether a state ends the machine.
    ///
    /// The default is `false`, or the state's own ``Terminable/isTerminal`` when `State` is ``Terminable``.
    ///
    /// - Parameter state: The state reached by a transition, or the initial state.
    /// - Returns: `true` if the machine ends in this state.
    static func isTerminal(_ state: State) -> Bool

    /// Returns the output of the initial state, delivered before any event.
    ///
    /// Moore machines implement this method; the default is `nil`, no output.
    ///
    /// - Parameter initialState: The state in which the machine starts.
    /// - Returns: The first output of the machine, or `nil` without one.
    static func initialOutput(initialState: State) -> Output?
}

extension BaseTransducer {
    @_documentation(visibility: internal) @inlinable
    public static func isTerminal(_ state: State) -> Bool { false }

    @_documentation(visibility: internal) @inlinable
    public static func initialOutput(initialState: State) -> Output? { nil }
}

extension BaseTransducer where State: Terminable {
    @_documentation(visibility: internal) @inlinable
    public static func isTerminal(_ state: State) -> Bool { state.isTerminal }
}

extension BaseTransducer where State: DefaultInitializable {
    /// The default value of `State`.
    @inlinable public static var initialState: State { State() }
}

/// A state that can be terminal, which ends its machine.
public protocol Terminable {
    /// Whether the machine ends in this state.
    var isTerminal: Bool { get }
}

/// A state that never ends its machine.
///
/// A machine whose state is `NonTerminal` runs until it is cancelled or one of its effects fails.
public protocol NonTerminal: Terminable {}

extension NonTerminal {
    @_documentation(visibility: internal) @inlinable
    public var isTerminal: Bool { false }
}

/// A state with a natural first value.
///
/// A transducer whose state is `DefaultInitializable` has a default ``BaseTransducer/initialState``.
public protocol DefaultInitializable {
    /// Creates the first state.
    init()
}
