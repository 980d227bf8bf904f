/// The consequence of a child's transition for its composite.
public struct ChildStep<Effect, Output> {
    /// The consequence of an event for a child.
    public enum Outcome {
        /// The child has processed the event and continues; carries the output of the transition.
        case running(Output)
        /// The child has processed the event and ended; carries its last output.
        case ended(Output)
        /// The child had ended before or is not active; nothing has changed.
        case refused
    }

    /// The effect for the composite's `update` to return, alone or with other effects; `nil` if the step has none.
    public let effect: Effect?

    /// The consequence of the event for the child.
    public let outcome: Outcome

    @inlinable init(effect: Effect?, _ outcome: Outcome) {
        self.effect = effect
        self.outcome = outcome
    }

    /// Whether the child may have another state than before.
    @inlinable var isTransition: Bool {
        switch outcome {
        case .running, .ended: true
        case .refused: false
        }
    }

    /// The output of the transition; `nil` if the event was refused.
    @inlinable public var output: Output? {
        switch outcome {
        case .running(let output), .ended(let output): output
        case .refused: nil
        }
    }
}

extension ChildStep.Outcome: Sendable where Output: Sendable {}
extension ChildStep.Outcome: Equatable where Output: Equatable {}
extension ChildStep.Outcome: Hashable where Output: Hashable {}

extension Child {
    /// Lets the child process an event.
    ///
    /// A transition to a terminal state of the child ends its other effects; the effect of that transition, its exit
    /// effect, runs to completion, as at the end of a run. An event for a child that has already ended is refused: it
    /// changes nothing, and the observer is told.
    ///
    /// Binding the child's state out of an enum case leaves a second reference to it in the case, so changing an array
    /// in it copies the array. To avoid the copy, keep the child in an optional, or store another state meanwhile. The
    /// latter requires a `switch` over the event alone, because `switch (state, event)` keeps a copy of both:
    ///
    /// ```swift
    /// enum Archive: CompositeTransducer {
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
    ///     static let log = child("log", Log.self, event: Event.log)
    ///
    ///     static func activeChildren(in state: State) -> some ActiveChildren<Self> {
    ///         switch state {
    ///         case .open: log
    ///         case .closed: nothing
    ///         }
    ///     }
    ///
    ///     static func update(_ state: inout State, event: Event) -> Effect? {
    ///         switch event {
    ///         case .log(let event):
    ///             guard case .open(var inner) = state else { return log.refuse(event) }
    ///             state = .closed
    ///             let step = log.step(&inner, event)
    ///             state = .open(inner)
    ///             return step.effect
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state of the child.
    ///   - event: The event.
    /// - Returns: The consequence for the composite.
    @inlinable
    @inline(__always)
    public func step(_ state: inout Machine.State, _ event: Machine.Event) -> ChildStep<Effect, Machine.Output> {
        var hasEnded = Machine.isTerminal(state)
        return step(&state, hasEnded: &hasEnded, event)
    }

    /// - Parameter hasEnded: Whether the child is in a terminal state; updated by the step.
    @inlinable
    @inline(__always)
    func step(
        _ state: inout Machine.State, hasEnded: inout Bool, _ event: Machine.Event
    ) -> ChildStep<Effect, Machine.Output> {
        LoopRecord.isWatched
            ? watchedStep(&state, hasEnded: &hasEnded, event) : plainStep(&state, hasEnded: &hasEnded, event)
    }

    @inlinable
    @inline(__always)
    func plainStep(
        _ state: inout Machine.State, hasEnded: inout Bool, _ event: Machine.Event
    ) -> ChildStep<Effect, Machine.Output> {
        Lift.step(
            Machine.self, &state, hasEnded: &hasEnded, event, embed: { lift.embed($0) },
            origin: { $0.within(lift.place, of: Machine.self) }, lift: { lift })
    }

    /// Makes a step within a composite whose children views observe, or whose effects are audited.
    @inlinable
    @inline(never)
    func watchedStep(
        _ state: inout Machine.State, hasEnded: inout Bool, _ event: Machine.Event
    ) -> ChildStep<Effect, Machine.Output> {
        let place = LoopRecord.place(lift.place.number, of: Composite.self) as? ObservedChild<Machine>
        place?.stepBegins(in: state)
        let outer = LoopRecord.observe(place?.machine)
        let result = plainStep(&state, hasEnded: &hasEnded, event)
        LoopRecord.observe(outer)
        place?.stepEnded(in: state, changing: result.isTransition)
        LoopRecord.note(result.effect, in: Composite.self)
        return result
    }

    /// Lets the child process an event, unless its state is `nil`.
    ///
    /// - Parameters:
    ///   - state: The state of the child, or `nil` if it is not active.
    ///   - event: The event.
    /// - Returns: The consequence for the composite. An event for a child that is not active is refused.
    @inlinable
    @inline(__always)
    public func step(_ state: inout Machine.State?, _ event: Machine.Event) -> ChildStep<Effect, Machine.Output> {
        guard var inner = state.take() else { return ChildStep(effect: refuse(event), .refused) }
        defer { state = inner }
        return step(&inner, event)
    }

    /// Refuses an event for an inactive child, with an effect that tells the observer.
    ///
    /// Stepping an optional child does this by itself. Use it where the state's enum case does not hold the child.
    ///
    /// - Parameter event: The event.
    /// - Returns: An effect of the composite that changes nothing.
    @inlinable public func refuse(_ event: Machine.Event) -> Effect { lift.refusal(of: event) }
}

extension Lift {
    /// Lets a machine process an event as a child.
    ///
    /// - Parameters:
    ///   - embed: Wraps an event for the composite.
    ///   - origin: Converts an origin to one in the composite.
    ///   - lift: Returns the conversions of the child, which few events need.
    // Inlined as part of every event's path; rare effects stay out of line.
    @inlinable
    @inline(__always)
    static func step<Machine: ExecutableTransducer, OuterInput>(
        _: Machine.Type, _ state: inout Machine.State, hasEnded: inout Bool, _ event: Event,
        embed: (Event) -> OuterEvent, origin: (Origin) -> Origin, lift: () -> Lift
    ) -> ChildStep<TransducerEffect<OuterEvent, OuterEnv, OuterInput>, Machine.Output>
    where Machine.Event == Event, Machine.Env == Env, Machine.Input == Input {
        if hasEnded { return ChildStep(effect: lift().refusal(of: event), .refused) }
        if Machine._isComposite { LoopRecord.passOnQuiet() }
        let (effect, output) = Machine.step(&state, event: event)
        hasEnded = Machine.isTerminal(state)
        if effect?.reply == nil { LoopRecord.noteProcessed() }
        if hasEnded { return ChildStep(effect: lift().ending(with: effect), .ended(output)) }
        guard let effect else { return ChildStep(effect: nil, .running(output)) }
        return switch effect.content {
        case .event(let event, let source):
            ChildStep(effect: .init(content: .event(embed(event), origin(source))), .running(output))
        case .events, .work, .reply: ChildStep(effect: lift().lifted(effect), .running(output))
        }
    }

    @inlinable
    @inline(never)
    func refusal<OuterInput>(of event: Event) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        TransducerEffect(.rejection(embed(event), .inactive(ChildPath(place))))
    }

    @inlinable
    @inline(never)
    package func lifted<OuterInput>(
        _ effect: TransducerEffect<Event, Env, Input>
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        effect.lifted(by: self, .owned)
    }

    /// Ends all other effects of a child, and releases its exit effect from it.
    @inlinable
    @inline(never)
    package func ending<OuterInput>(
        with effect: TransducerEffect<Event, Env, Input>?
    ) -> TransducerEffect<OuterEvent, OuterEnv, OuterInput> {
        let departure = TransducerEffect<OuterEvent, OuterEnv, OuterInput>(
            .departure(.childEnded), .init(owner: .child(ChildPath(place))))
        return switch effect?.content {
        case nil, .event?, .events?: departure
        case .work?, .reply?: departure.followed(by: effect?.lifted(by: self, .released(Ending())))
        }
    }
}

extension TransducerEffect {
    /// This effect and then another, as a list instead of a composition.
    @inlinable func followed(by other: TransducerEffect?) -> TransducerEffect {
        guard let other else { return self }
        return TransducerEffect(.list([self, other]))
    }
}
