/// A transducer that the run loop can execute: everything with a transition function.
///
/// ``Transducer`` and ``EffectTransducer`` supply ``step(_:event:)`` from their `update` functions.
/// Write code that works with every kind of machine against this protocol; conform to it directly
/// only when neither of the two fits.
public protocol ExecutableTransducer<Event>: BaseTransducer {
    /// Performs one transition.
    ///
    /// The function is pure: what it does depends on its arguments alone.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The effect to carry out, if any, and the output of the transition.
    static func step(_ state: inout State, event: Event) -> (TransducerEffect<Event, Env, Input>?, Output)

    /// The answer of ``activities(in:)``: an array of effects; ``NoActivities`` unless it is implemented.
    associatedtype Activities: ActivityList

    /// Names the effects that are under way in a state, for as long as the machine is in it.
    ///
    /// An activity is an operation, or a composition of operations, with an identity. After each macrostep the run compares: an
    /// activity that was named before goes on untouched; one that is named no more is cancelled within the macrostep; a new one
    /// begins. One that has returned by itself begins again when it was not named in between. To have it begin again in the same
    /// state, put into its identity the value with which it should. A terminal state has no activities.
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
    ///             [Effect(id: "sign in", { env in try await env.signIn(name) }, success: .done, failure: { _ in .failed })]
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
    /// Activities have names of their own: ``TransducerEffect/cancelTask(_:)`` and other effects do not touch them. An activity
    /// without an identity, or two of one identity, end the run with a ``TransducerError``.
    ///
    /// - Parameter state: The state.
    /// - Returns: The activities, in the order in which they begin.
    static func activities(in state: State) -> Activities

    /// Tells the children that are active in a state, and the activities there, without running anything.
    ///
    /// - Parameter state: The state.
    static func live(in state: State) -> Active<Self>

    /// Tells whether there may be activities in a state, of the machine or of its children, without making a list of them.
    ///
    /// - Parameter state: The state.
    /// - Returns: `false` if there are certainly none.
    static func mayHaveActivities(in state: State) -> Bool
}
