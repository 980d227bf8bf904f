/// A machine with children, which come and go with its state.
///
/// A composite says as a function of its state which of its children are active. A transition that leaves a child — the case that
/// held it is left, the optional is set to `nil`, the element is removed, its identity is another — ends it: its effects are
/// cancelled before any other effect of the transition is carried out, and no event of theirs is processed any more.
///
/// ```swift
/// enum Turnstiles: CompositeTransducer {
///     enum State { case closed, open(left: Turnstile.State, right: Turnstile.State?) }
///     enum Event: Sendable { case open, close, left(Turnstile.Event), right(Turnstile.Event) }
///
///     static let left = child("left", Turnstile.self, event: Event.left)
///     static let right = child("right", Turnstile.self, event: Event.right)
///
///     static func activeChildren(in state: State) -> Active<Self> {
///         switch state {
///         case .closed: nothing
///         case .open(_, let inner):
///             left
///             right(inner)
///         }
///     }
///
///     static func update(_ state: inout State, event: Event) -> Effect? {
///         switch (state, event) {
///         case (.closed, .open): state = .open(left: .locked, right: .locked)
///         case (.open, .close): state = .closed
///         case (.open(var inner, let other), .left(let event)):
///             let step = left.step(&inner, event)
///             state = .open(left: inner, right: other)
///             return step.effect
///         case (.open(let other, var inner), .right(let event)):
///             let step = right.step(&inner, event)
///             state = .open(left: other, right: inner)
///             return step.effect
///         case (.closed, .close), (.open, .open): break
///         case (.closed, .left(let event)): return left.refuse(event)
///         case (.closed, .right(let event)): return right.refuse(event)
///         }
///         return nil
///     }
/// }
/// ```
///
/// Children are told apart by the names of their declarations, never by the order in which they are named. Use that makes no sense
/// ends the run with a ``TransducerError`` that names the child: an effect of a child that is not active after the transition and
/// has not ended in it, or two children of one name.
public protocol CompositeTransducer<Event>: EffectTransducer {
    /// Names the children that are active in a state.
    ///
    /// A child stands there by itself, or with its state where it has children or activities of its own; a collection with its
    /// children; a case without children says `nothing`. It is called before and after each transition.
    ///
    /// - Parameter state: The state.
    @ActiveBuilder<Self>
    static func activeChildren(in state: State) -> Active<Self>
}

extension CompositeTransducer where TransitionResult == Effect?, Output == Void {
    @inlinable
    public static func step(
        _ state: inout State, event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        (attend(to: &state) { state in (update(&state, event: event), ()) }.0, ())
    }
}

extension CompositeTransducer where TransitionResult == (Effect?, Output) {
    @inlinable
    public static func step(
        _ state: inout State, event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        attend(to: &state) { state in update(&state, event: event) }
    }
}

extension CompositeTransducer {
    /// Makes a transition, and puts before its effect the departures of all children that have gone with it.
    @inlinable
    @inline(__always)
    static func attend(
        to state: inout State, transition: (inout State) -> (Effect?, Output)
    ) -> (Effect?, Output) {
        let past = activeChildren(in: state)
        let (effect, output) = transition(&state)
        let present = activeChildren(in: state)
        if present.isPlainly(past), present.expects(effect) {
            return (effect, output)
        }
        return (present.consequence(of: effect, since: past), output)
    }
}
