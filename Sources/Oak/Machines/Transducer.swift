/// A pure state machine: states, events and outputs, without effects.
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
/// The output depends on state and event, as in a Mealy machine. For a Moore machine, also implement
/// ``BaseTransducer/initialOutput(initialState:)``.
public protocol Transducer<Event>: ExecutableTransducer where Effect == Never, Output == TransitionResult {
    /// Moves the machine to its next state and computes the output of that transition.
    ///
    /// - Parameters:
    ///   - state: The current state, which becomes the next one.
    ///   - event: The event to process.
    /// - Returns: The output of the transition.
    static func update(_ state: inout State, event: Event) -> TransitionResult
}

extension Transducer {
    @inlinable public static var _mayReply: Bool { false }

    @_documentation(visibility: internal) @inlinable
    public static func step(
        _ state: inout State,
        event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        (nil, update(&state, event: event))
    }
}

// Never callable: exists for its diagnostic when there is no other.
extension Transducer {
    @available(
        *, unavailable,
        message: """
            declare 'static func update(_ state: inout State, event: Event)', \
            static and with neither 'throws' nor 'async'
            """
    )
    public static func update(_ state: inout State, event: Event) -> _NoTransition {
        while true {}
    }
}
