/// A machine whose components come and go.
///
/// It says of each component when it is there. When a transition makes one go — the case that held it is left, the optional is
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
///     static let components = [turnstile.there { if case .signedIn = $0 { true } else { false } }]
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
    /// The components that come and go, with what tells whether they are there.
    static var components: [Attendance<Self>] { get }
}

/// Tells which components of a machine have gone with a transition.
public struct Attendance<Composite: ExecutableTransducer>: Sendable {
    /// An effect of the composite.
    public typealias Effect = TransducerEffect<Composite.Event, Composite.Env, Composite.Input>

    @usableFromInline enum Check: Sendable {
        /// A component is there or not, and leaving it has an effect. The effect holds nothing but `@Sendable` closures.
        case single(isThere: @Sendable (Composite.State) -> Bool, leave: Unchecked<Effect>)
        /// Those that were removed from a collection are taken note of there.
        case collection(leaves: @Sendable (inout Composite.State) -> Unchecked<[Effect]>)
    }

    @usableFromInline let check: Check

    @inlinable
    init(_ check: Check) { self.check = check }
}

extension Component {
    /// Says when the component is there.
    ///
    /// - Parameter isThere: Whether it is there in a state of the composite.
    @inlinable
    public func there(when isThere: @escaping @Sendable (Composite.State) -> Bool) -> Attendance<Composite> {
        Attendance(.single(isThere: isThere, leave: Unchecked(leave)))
    }
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
    static func roll(
        _ state: inout State, transition: (inout State) -> (Effect?, Output)
    ) -> (Effect?, Output) {
        let components = components
        let before = Roll(of: components, in: state)
        let (effect, output) = transition(&state)
        var leaves: [Effect] = []
        for (number, component) in components.enumerated() {
            switch component.check {
            case .single(let isThere, let leave):
                if before.contains(number), !isThere(state) { leaves.append(leave.value) }
            case .collection(let taken):
                leaves += taken(&state).value
            }
        }
        guard !leaves.isEmpty else { return (effect, output) }
        if let effect { leaves.append(effect) }
        return (Effect(content: .list(leaves)), output)
    }
}

/// Which components were there, by their numbers.
@usableFromInline
struct Roll {
    @usableFromInline var first: UInt64 = 0
    /// Those behind the first 64, if there are so many.
    @usableFromInline var others: Set<Int> = []

    @inlinable
    init<Composite>(of components: [Attendance<Composite>], in state: Composite.State) {
        for (number, component) in components.enumerated() {
            guard case .single(let isThere, _) = component.check, isThere(state) else { continue }
            if number < 64 { first |= 1 << UInt64(number) } else { others.insert(number) }
        }
    }

    @inlinable
    func contains(_ number: Int) -> Bool {
        number < 64 ? first & (1 << UInt64(number)) != 0 : others.contains(number)
    }
}
