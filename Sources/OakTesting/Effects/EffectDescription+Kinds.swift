public import Oak

extension EffectDescription {
    /// An operation without an identity.
    public static var operation: Self { Self(.operation) }

    /// An operation.
    ///
    /// - Parameter id: The identity given to it.
    public static func operation(id: some Hashable & Sendable) -> Self { Self(.operation, id: EffectID(id)) }

    /// An operation on the system actor, without an identity.
    public static var isolatedOperation: Self { Self(.isolatedOperation) }

    /// An operation on the system actor.
    ///
    /// - Parameter id: The identity given to it.
    public static func isolatedOperation(id: some Hashable & Sendable) -> Self {
        Self(.isolatedOperation, id: EffectID(id))
    }

    /// An action: a function that answers with action events.
    public static var action: Self { Self(.action) }

    /// An action on the system actor.
    public static var isolatedAction: Self { Self(.isolatedAction) }

    /// One action event.
    ///
    /// - Parameter event: The event.
    public static func event(_ event: Event) -> Self { events([event]) }

    /// Action events.
    ///
    /// - Parameter events: The events, in their order.
    public static func events(_ events: Event...) -> Self { self.events(events) }

    /// Action events.
    ///
    /// - Parameter events: The events, in their order.
    public static func events(_ events: [Event]) -> Self { Self(.events, events: events) }

    /// The cancellation of an effect.
    ///
    /// - Parameter id: The identity of what is cancelled.
    public static func cancelTask(_ id: some Hashable & Sendable) -> Self { Self(.cancelTask, id: EffectID(id)) }

    /// Effects that are carried out one after the other, whatever they are.
    public static var sequence: Self { Self(.sequence, isComplete: false) }

    /// Effects that are carried out side by side, whatever they are.
    public static var combination: Self { Self(.combination, isComplete: false) }

    /// Effects that are carried out one after the other.
    ///
    /// - Parameter children: The steps, in their order.
    public static func sequence(_ children: [Self]) -> Self { Self(.sequence, children: children) }

    /// Effects that are carried out one after the other, under an identity.
    ///
    /// - Parameters:
    ///   - id: The identity of the sequence.
    ///   - children: The steps, in their order.
    public static func sequence(id: some Hashable & Sendable, _ children: [Self]) -> Self {
        Self(.sequence, id: EffectID(id), children: children)
    }

    /// Effects that are carried out side by side.
    ///
    /// - Parameter children: The parts, in their order.
    public static func combination(_ children: [Self]) -> Self { Self(.combination, children: children) }

    /// Effects that are carried out side by side, under an identity.
    ///
    /// - Parameters:
    ///   - id: The identity of the combination.
    ///   - children: The parts, in their order.
    public static func combination(id: some Hashable & Sendable, _ children: [Self]) -> Self {
        Self(.combination, id: EffectID(id), children: children)
    }

    /// Several effects that are no composition, as `TransducerEffect.all(_:)` makes them and as a composite has them.
    ///
    /// - Parameter children: The effects, in their order.
    public static func list(_ children: [Self]) -> Self { Self(.list, children: children) }

    /// An effect that is under way because the state names it.
    ///
    /// ```swift
    /// enum Event { case tick }
    /// let beat: EffectDescription<Event> = .activity(.operation(id: "beat"))
    /// #expect(beat.isActivity && beat.id == EffectID("beat"))
    /// ```
    ///
    /// - Parameter effect: The effect, an operation or a composition.
    public static func activity(_ effect: Self) -> Self {
        Self(
            effect.kind, id: effect.id, events: effect.events, children: effect.children, child: effect.child,
            isActivity: true, pause: effect.pause, isComplete: effect.isComplete)
    }

    /// The end of a child, with all of its effects.
    ///
    /// - Parameter child: The child that goes.
    public static func departure<Composite, Machine>(of child: Child<Composite, Machine>) -> Self {
        Self(.departure, child: [child.name])
    }

    /// The end of a child that is told by its names, with all of its effects.
    ///
    /// - Parameter child: The names of the child and of those around it within the composite, the outermost first.
    public static func departure(of child: ChildID...) -> Self { Self(.departure, child: child) }

    /// An event for a child that takes none any more.
    public static var rejection: Self { Self(.rejection) }

    /// The end of the run, because a composite was used in a way that makes no sense.
    public static var mistake: Self { Self(.mistake) }

    /// The answer that the event is put aside, to be offered again.
    public static var postpone: Self { Self(.postponement) }

    /// The answer that nobody has thought of the event in this state.
    public static var unexpected: Self { Self(.unexpected) }

    /// The answer that a child of the machine has not thought of the event.
    ///
    /// - Parameter child: The names of the child and of those around it, the outermost first.
    public static func unexpected(in child: ChildID...) -> Self { Self(.unexpected, child: child) }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension EffectDescription {
    /// An operation that begins after a delay.
    ///
    /// - Parameters:
    ///   - id: The identity given to it; `nil` if it has none.
    ///   - delay: How long it waits.
    public static func operation(
        id: (some Hashable & Sendable)? = EffectID?.none, after delay: Duration
    ) -> Self {
        Self(.operation, id: id.map { EffectID($0) }, pause: PauseLength(delay))
    }

    /// An operation on the system actor that begins after a delay.
    ///
    /// - Parameters:
    ///   - id: The identity given to it; `nil` if it has none.
    ///   - delay: How long it waits.
    public static func isolatedOperation(
        id: (some Hashable & Sendable)? = EffectID?.none, after delay: Duration
    ) -> Self {
        Self(.isolatedOperation, id: id.map { EffectID($0) }, pause: PauseLength(delay))
    }

    /// How long an operation waits before it begins; `nil` if that is not known, or if it does not wait.
    public var delay: Duration? {
        pause.map { Duration(secondsComponent: $0.seconds, attosecondsComponent: $0.attoseconds) }
    }
}

/// A `Duration` on systems that have none.
struct PauseLength: Hashable, Sendable {
    let seconds: Int64
    let attoseconds: Int64

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    init(_ duration: Duration) { (seconds, attoseconds) = duration.components }

    init?<Event, Env, Input>(of effect: TransducerEffect<Event, Env, Input>) {
        guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), let delay = effect.delay else { return nil }
        self.init(delay)
    }
}
