/// What a transition of a component means for its composite.
public struct ComponentStep<Effect, Output> {
    /// What the composite has to do, if anything; to be returned from its `update`, alone or together with other effects.
    public let effect: Effect?

    /// The output of the transition; `nil` if the component has ended before, or is not there, so that there was none.
    public let output: Output?

    /// The output with which the component has ended, if it has ended in this transition.
    public let ending: Output?

    @inlinable
    init(effect: Effect?, output: Output?, ending: Output? = nil) {
        self.effect = effect
        self.output = output
        self.ending = ending
    }
}

extension Component {
    /// Lets the component process an event.
    ///
    /// When that leads to a terminal state of the component, its other effects are cancelled and the effect of the transition is
    /// carried out to its end, as at the end of a run. An event for a component that has ended already changes nothing; an
    /// observer hears of it as of any event that is not accepted.
    ///
    /// While the state is out of the enum case that holds it, that case holds it as well, so an array in it is copied when it is
    /// changed. Where that matters, keep the component in an optional, or put another state in its place meanwhile. That has to
    /// be in a `switch` over the event alone, because `switch (state, event)` keeps a copy of both:
    ///
    /// ```swift
    /// enum Archive: EffectTransducer {
    ///     enum Log: Transducer {
    ///         struct State { var lines: [String] = [] }
    ///         enum Event: Sendable { case write(String) }
    ///         static func update(_ state: inout State, event: Event) {
    ///             switch event {
    ///             case .write(let line): state.lines.append(line)
    ///             }
    ///         }
    ///     }
    ///     enum State { case closed, open(Log.State) }
    ///     enum Event: Sendable { case log(Log.Event) }
    ///
    ///     static let log = Component<Self, Log>(
    ///         "log", event: Event.log, extract: { if case .log(let event) = $0 { event } else { nil } })
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .log(let event):
    ///             guard case .open(var inner) = state else { return nil }
    ///             state = .closed
    ///             let step = log.step(&inner, event: event)
    ///             state = .open(inner)
    ///             return step.effect
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state of the component.
    ///   - event: The event.
    /// - Returns: What that means for the composite.
    @inlinable
    @inline(__always)
    public func step(_ state: inout Machine.State, event: Machine.Event) -> ComponentStep<Effect, Machine.Output> {
        var hasEnded = Machine.isTerminal(state)
        return step(&state, hasEnded: &hasEnded, event: event)
    }

    /// - Parameter hasEnded: Whether the component is in a terminal state, as far as that is known.
    @inlinable
    @inline(__always)
    func step(
        _ state: inout Machine.State, hasEnded: inout Bool, event: Machine.Event
    ) -> ComponentStep<Effect, Machine.Output> {
        Self.step(&state, hasEnded: &hasEnded, event: event, embed: { lift.embed($0) }, component: { self })
    }

    /// - Parameters:
    ///   - embed: Makes an event of the composite.
    ///   - component: The component, for everything else.
    // Inlined, with all but the usual answers kept out of the way: this is the path of every event.
    @inlinable
    @inline(__always)
    static func step(
        _ state: inout Machine.State, hasEnded: inout Bool, event: Machine.Event,
        embed: (Machine.Event) -> Composite.Event, component: () -> Self
    ) -> ComponentStep<Effect, Machine.Output> {
        if hasEnded { return component().rejection(of: event) }
        let (effect, output) = Machine.step(&state, event: event)
        hasEnded = Machine.isTerminal(state)
        if hasEnded { return ComponentStep(effect: component().ending(with: effect), output: output, ending: output) }
        return switch effect?.content {
        case nil: ComponentStep(effect: nil, output: output)
        case .event(let event)?: ComponentStep(effect: .event(embed(event)), output: output)
        case .events?, .work?: ComponentStep(effect: component().lifted(effect), output: output)
        }
    }

    /// Lets the component process an event, if it is there.
    ///
    /// - Parameters:
    ///   - state: The state of the component, or `nil` if it is not there.
    ///   - event: The event.
    /// - Returns: What that means for the composite.
    @inlinable
    @inline(__always)
    public func step(_ state: inout Machine.State?, event: Machine.Event) -> ComponentStep<Effect, Machine.Output> {
        guard var inner = state.take() else { return rejection(of: event) }
        defer { state = inner }
        return step(&inner, event: event)
    }

    /// An effect that cancels all effects of the component, and drops what they have answered or sent already.
    ///
    /// A ``CompositeTransducer`` has it by itself when a component goes. Use it where one takes the place of another.
    @inlinable
    public var leave: Effect {
        let extract = lift.extract
        return Effect(.departure { event in extract(event) != nil }, Effect.Work.Traits(owner: lift.path))
    }

    /// An effect that tells an observer of an event that came for a component which is not there.
    ///
    /// An optional component does that by itself; one in an enum case is not there in the other cases.
    ///
    /// - Parameter event: The event.
    /// - Returns: An effect of the composite that changes nothing.
    @inlinable
    public func refuse(_ event: Machine.Event) -> Effect {
        Effect(.rejection(lift.embed(event)))
    }

    @inlinable
    @inline(never)
    func rejection(of event: Machine.Event) -> ComponentStep<Effect, Machine.Output> {
        ComponentStep(effect: refuse(event), output: nil)
    }

    @inlinable
    @inline(never)
    func lifted(_ effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?) -> Effect? {
        effect?.lifted(by: lift, .owned)
    }

    @inlinable
    @inline(never)
    func ending(with effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?) -> Effect {
        leave.followed(by: exit(effect))
    }

    /// The exit effect of the component: nobody is there to process its events.
    @inlinable
    func exit(_ effect: TransducerEffect<Machine.Event, Machine.Env, Machine.Input>?) -> Effect? {
        switch effect?.content {
        case nil, .event?, .events?: nil
        case .work?: effect?.lifted(by: lift, .released(Ending()))
        }
    }
}

extension TransducerEffect {
    /// This effect and then another, without making a composition of them.
    @inlinable
    func followed(by other: TransducerEffect?) -> TransducerEffect {
        guard let other else { return self }
        return TransducerEffect(.list([self, other]))
    }
}

extension Optional {
    /// Two effects, one after the other, as far as they are there.
    @inlinable
    func followed<Event, Env, Input>(by other: Self) -> Self where Wrapped == TransducerEffect<Event, Env, Input> {
        guard let self else { return other }
        return self.followed(by: other)
    }
}
