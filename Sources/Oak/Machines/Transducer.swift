/// A pure state machine: states, events, outputs, and nothing else.
///
/// ```swift
/// enum Turnstile: Transducer {
///     enum State { case locked, unlocked }
///     enum Event { case coin, push }
///
///     static func update(_ state: inout State, event: Event) -> Bool {
///         switch (state, event) {
///         case (.locked, .coin): state = .unlocked; return false
///         case (.unlocked, .push): state = .locked; return true
///         case (.locked, .push), (.unlocked, .coin): return false
///         }
///     }
/// }
/// ```
///
/// The output depends on state and event (a Mealy machine). A Moore machine also implements
/// ``BaseTransducer/initialOutput(initialState:)``.
public protocol Transducer<Event>: ExecutableTransducer where Effect == Never, Output == TransitionResult {
    /// What `update` returns: the output.
    // Were it `Output` itself, its default would win over what `update` says whenever another file is compiled first.
    associatedtype TransitionResult

    /// Moves the machine from one state to the next and computes the output of that transition.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The output of the transition.
    static func update(_ state: inout State, event: Event) -> TransitionResult
}

extension Transducer {
    @inlinable
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        (nil, update(&state, event: event))
    }
}
