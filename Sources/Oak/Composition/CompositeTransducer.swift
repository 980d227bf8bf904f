/// A machine with children; its state determines which children are active.
///
/// A child becomes inactive when a transition leaves the enum case that holds it, sets its optional to `nil`, removes
/// its element, or changes its identity. Its effects are cancelled before any other effect of the transition is carried
/// out, and none of their events is processed afterwards.
///
/// ```swift
/// enum Turnstiles: CompositeTransducer {
///     enum State { case closed, open(left: Turnstile.State, right: Turnstile.State?) }
///     enum Event: Sendable { case open, close, left(Turnstile.Event), right(Turnstile.Event) }
///
///     static let left = child("left", Turnstile.self, event: Event.left)
///     static let right = child("right", Turnstile.self, event: Event.right)
///
///     static func activeChildren(in state: State) -> some ActiveChildren<Self> {
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
/// The name in its declaration identifies a child, never the order in which children are named. Inconsistent use ends
/// the run with a ``TransducerError`` that names the child: an effect of a child that is not active after the
/// transition and has not ended in it, or two children of one name.
public protocol CompositeTransducer<Event>: EffectTransducer {
    /// The result of ``activeChildren(in:)``, which the compiler infers.
    associatedtype Living: ActiveChildren<Self>

    /// Names the children that are active in a state.
    ///
    /// Write a child by itself, or with its state if it has children or activities of its own, or a view shows it.
    /// Write a collection with its children, and `nothing` in a case without children. The function is called before
    /// and after each transition.
    ///
    /// - Parameter state: The state.
    @ActiveBuilder<Self>
    static func activeChildren(in state: State) -> Living
}

extension CompositeTransducer where TransitionResult == Effect?, Output == Void {
    @inlinable public static func step(
        _ state: inout State, event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        if LoopRecord.current == nil { return stepAlone(&state, event) }
        let past = LoopRecord.beginsQuietly() ? nil : past(in: state)
        let processed = LoopRecord.processed
        var effect = update(&state, event: event)
        if let answer = effect, answer.hasReply { effect = resolved(answer, to: event, since: processed) }
        guard let past else { return (effect == nil ? nil : checked(effect, in: state), ()) }
        return (consequence(of: effect, in: state, since: past), ())
    }
}

extension CompositeTransducer where TransitionResult == (Effect?, Output) {
    @inlinable public static func step(
        _ state: inout State, event: Event
    ) -> (TransducerEffect<Event, Env, Input>?, Output) {
        if LoopRecord.current == nil { return stepAlone(&state, event) }
        let past = LoopRecord.beginsQuietly() ? nil : past(in: state)
        let processed = LoopRecord.processed
        var (effect, output) = update(&state, event: event)
        if let answer = effect, answer.hasReply { effect = resolved(answer, to: event, since: processed) }
        guard let past else { return (effect == nil ? nil : checked(effect, in: state), output) }
        return (consequence(of: effect, in: state, since: past), output)
    }
}

extension ExecutableTransducer {
    /// Makes a transition outside of a run loop, with a record for the steps of children.
    @inlinable
    @inline(never)
    static func stepAlone(_ state: inout State, _ event: Event) -> (TransducerEffect<Event, Env, Input>?, Output) {
        LoopRecord.duringWork { step(&state, event: event) }
    }
}

extension CompositeTransducer {
    /// The answer to an event with replies of children in it, of which some may have processed the event.
    ///
    /// - Parameter processed: The number of events that children had processed before.
    @inlinable
    @inline(never)
    static func resolved(_ answer: Effect, to event: Event, since processed: Int) -> Effect {
        let isProcessed = LoopRecord.processed != processed
        if answer.isReply, !isProcessed { return answer }
        return answer.resolvingReplies(to: event, processed: isProcessed)
    }

    /// The active children before a transition that is not quiet, and what was under way around it.
    @usableFromInline typealias Past = (
        active: ActiveNames<Self>, outerQuiet: LoopRecord.Quiet, outerWork: [EffectAudit.Work]
    )

    @inlinable
    @inline(never)
    static func past(in state: State) -> Past {
        let past = (ActiveNames<Self>(in: state), LoopRecord.suspendQuiet(), LoopRecord.audit?.handedOut ?? [])
        LoopRecord.audit?.handedOut = []
        return past
    }

    /// The effect of a transition, after the departures of all children that became inactive.
    @inlinable
    @inline(never)
    static func consequence(of effect: consuming Effect?, in state: State, since past: Past) -> Effect? {
        LoopRecord.resume(past.outerQuiet)
        let names = ActiveNames<Self>(in: state)
        LoopRecord.audit?.endTransition(with: effect, names, hasEnded: isTerminal(state), outer: past.outerWork)
        return names.consequence(of: effect, since: past.active)
    }

    /// Checks that an effect belongs to active children, after a transition with no departure that matters.
    @inlinable
    @inline(never)
    static func checked(_ effect: consuming Effect?, in state: State) -> Effect? {
        LoopRecord.endQuiet()
        let active = ActiveNumbers<Self>(in: state)
        if !active.isDoubtful, active.expects(effect) { return effect }
        return reviewed(effect, in: state)
    }

    @inlinable
    @inline(never)
    static func reviewed(_ effect: consuming Effect?, in state: State) -> Effect? {
        let names = ActiveNames<Self>(in: state)
        return names.revised(effect, since: names)
    }

    @inlinable
    @inline(__always)
    public static func _visitChildren(in state: State, _ visitor: inout some _ChildVisitor<Self>) {
        activeChildren(in: state)._visit(&visitor)
    }
}
