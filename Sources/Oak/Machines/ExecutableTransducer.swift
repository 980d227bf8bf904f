/// A transducer that the run loop can execute: any machine with a transition function.
///
/// ``Transducer`` and ``EffectTransducer`` derive ``step(_:event:)`` from their `update` functions. Use this protocol
/// as a constraint in code that works with every kind of machine; conform to it directly only when neither of the two
/// fits.
public protocol ExecutableTransducer<Event>: BaseTransducer {
    /// The result of `update`.
    // Required here, and not by the two protocols that need it: the compiler infers the isolation of the conformance to
    // this protocol, which all runs use, from the members that satisfy it.
    associatedtype TransitionResult

    /// Moves the machine to its next state; ``Transducer`` and ``EffectTransducer`` describe it.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The output, the effect, or both.
    static func update(_ state: inout State, event: Event) -> TransitionResult

    /// Performs one transition.
    ///
    /// The function is pure: its result depends only on its arguments.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The effect to carry out, if any, and the output of the transition.
    static func step(_ state: inout State, event: Event) -> (TransducerEffect<Event, Env, Input>?, Output)

    /// The result of ``activities(in:)``: an array of effects, one effect, an optional one, or a type without values
    /// for a machine without them.
    associatedtype Activities

    /// Returns the effects that run for as long as the machine is in a state.
    ///
    /// An activity is an operation, or a composition of operations, with an identity. After each macrostep the run
    /// compares the activities before and after: activities named in both continue untouched, activities no longer
    /// named are cancelled within the macrostep, and new activities begin. An activity that has returned by itself
    /// begins again only after a state that does not name it. To restart an activity while the state stays the same,
    /// include in its identity the value whose change restarts it. A terminal state has no activities.
    ///
    /// ```swift
    /// enum SignIn: EffectTransducer {
    ///     enum State { case idle, signingIn(name: String), signedIn }
    ///     enum Event: Sendable { case submit(name: String), done, failed }
    ///     struct Env: Sendable { var signIn: @Sendable (String) async throws -> Void }
    ///
    ///     static func activities(in state: State) -> [Effect] {
    ///         switch state {
    ///         case .signingIn(let name):
    ///             [
    ///                 Effect(
    ///                     id: "sign in", { env in try await env.signIn(name) },
    ///                     success: .done, failure: { _ in .failed })
    ///             ]
    ///         case .idle, .signedIn: []
    ///         }
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch (state, event) {
    ///         case (.idle, .submit(let name)): state = .signingIn(name: name)
    ///         case (.signingIn, .done): state = .signedIn
    ///         case (.signingIn, .failed): state = .idle
    ///         case (.signingIn, .submit), (.idle, _), (.signedIn, _): break
    ///         }
    ///         return nil
    ///     }
    /// }
    /// ```
    ///
    /// Activities have a namespace of their own: ``TransducerEffect/cancelTask(_:)`` and other effects never touch
    /// them. An activity without an identity, or two with the same identity, end the run with a ``TransducerError``.
    ///
    /// A function of another form is an overload that nothing calls: with another label, with `inout` or `async`, or
    /// without `static`. In an extension of the machine the compiler warns of such a function; in the type itself it
    /// does not.
    ///
    /// - Parameter state: The state.
    /// - Returns: The activities, in the order in which they begin.
    static func activities(in state: State) -> Activities

    /// Returns the machine's own activities in a state as a list, apart from those of its children.
    static func _ownActivities(in state: State) -> [TransducerEffect<Event, Env, Input>]

    /// Shows the active children in a state to a visitor.
    static func _visitChildren(in state: State, _ visitor: inout some _ChildVisitor<Self>)

    /// Whether transitions of the machine compare the active children of a composite.
    static var _isComposite: Bool { get }

    /// Whether the machine or any of its children may have activities in some state; resolved at compile time.
    static var _mayHaveActivities: Bool { get }

    /// Whether a transition may answer that nothing changes; resolved at compile time.
    static var _mayReply: Bool { get }

    /// Whether the machine's immediate actions may be called in the frame of a sender on its actor; resolved at compile
    /// time.
    static var _actsInFrames: Bool { get }

    /// Returns whether the machine or its children may have activities in a state, without building a list of them.
    static func _mayHaveActivities(in state: State) -> Bool
}
