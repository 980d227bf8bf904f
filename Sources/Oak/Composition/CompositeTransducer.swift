/// A machine whose components come and go.
///
/// It says of each component whether it is there. When a transition makes one go — the case that held it is left, the optional is
/// set to `nil`, the element is removed — all effects of that component are cancelled within the same macrostep, before any other
/// effect of the transition is carried out, and no event of theirs is processed any more.
///
/// ```swift
/// enum Session: CompositeTransducer {
///     enum State { case signedOut, signedIn(Turnstile.State) }
///     enum Event { case signIn, signOut, turnstile(Turnstile.Event) }
///
///     static let turnstile = Component<Self, Turnstile>(
///         "turnstile", event: Event.turnstile, extract: { if case .turnstile(let event) = $0 { event } else { nil } })
///
///     static func callRoll(_ roll: inout Roll<Self>, of state: inout State) {
///         roll.call(turnstile) { if case .signedIn = state { true } else { false } }
///     }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.signedOut, .signIn):
///             state = .signedIn(.locked)
///             return nil
///         case (.signedIn, .signOut):
///             state = .signedOut
///             return nil
///         case (.signedIn(var inner), .turnstile(let event)):
///             let step = turnstile.step(&inner, event: event)
///             state = .signedIn(inner)
///             return step.effect
///         case (.signedOut, .signOut), (.signedOut, .turnstile), (.signedIn, .signIn):
///             return nil
///         }
///     }
/// }
/// ```
public protocol CompositeTransducer<Event>: EffectTransducer {
    /// Says of each component that comes and goes whether it is there in a state.
    ///
    /// It is called before and after each transition, and names the same components in the same order each time. One in an optional
    /// is asked for by `roll.call(cart) { state.cart != nil }`, those of a collection by `roll.call(items, in: &state.items)`, and one
    /// whose place another can take in a single transition by `roll.call(profile, as: state.user?.id)`.
    ///
    /// - Parameters:
    ///   - roll: Is told of each component.
    ///   - state: The state. It is not to be changed here; a ``Children`` in it is handed to the roll.
    // A function, not a list of closures: the compiler sees through it, and an event pays for the questions alone.
    static func callRoll(_ roll: inout Roll<Self>, of state: inout State)
}

extension CompositeTransducer where TransitionResult == Effect?, Output == Void {
    @inlinable
    public static func step(
        _ state: inout State, event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        (roll(&state) { state in (update(&state, event: event), ()) }.0, ())
    }
}

extension CompositeTransducer where TransitionResult == (Effect?, Output) {
    @inlinable
    public static func step(
        _ state: inout State, event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        roll(&state) { state in update(&state, event: event) }
    }
}

extension CompositeTransducer {
    /// Makes a transition, and puts before its effect the departures of all components that have gone with it.
    @inlinable
    @inline(__always)
    static func roll(
        _ state: inout State, transition: (inout State) -> (Effect?, Output)
    ) -> (Effect?, Output) {
        var book = Roll<Self>.Book()
        return withUnsafeMutablePointer(to: &book) { book in
            var roll = Roll<Self>(writingTo: book)
            callRoll(&roll, of: &state)
            let (effect, output) = transition(&state)
            roll.beginAgain()
            callRoll(&roll, of: &state)
            guard let rare = book.pointee.rare else { return (effect, output) }
            return (rare.departures(before: effect), output)
        }
    }
}
