public import Oak
import OakGraph

extension EffectDescription {
    /// An operation without an identity.
    public static var operation: Self { Self(kind: .operation) }

    /// An operation with an identity.
    ///
    /// - Parameter id: The identity of the operation.
    public static func operation(id: some Hashable & Sendable) -> Self { Self(kind: .operation, id: EffectID(id)) }

    /// An operation on the system actor, without an identity.
    public static var isolatedOperation: Self { Self(kind: .isolatedOperation) }

    /// An operation on the system actor, with an identity.
    ///
    /// - Parameter id: The identity of the operation.
    public static func isolatedOperation(id: some Hashable & Sendable) -> Self {
        Self(kind: .isolatedOperation, id: EffectID(id))
    }

    /// An action: a function that answers with action events.
    public static var action: Self { Self(kind: .action) }

    /// An action on the system actor.
    public static var isolatedAction: Self { Self(kind: .isolatedAction) }

    /// One action event.
    ///
    /// - Parameter event: The event.
    public static func event(_ event: Event) -> Self { events([event]) }

    /// Action events.
    ///
    /// - Parameter events: The events, in their order.
    public static func events(_ events: [Event]) -> Self { Self(kind: .events, events: events) }

    /// The cancellation of an effect.
    ///
    /// - Parameter id: The identity of the cancelled effect.
    public static func cancelTask(_ id: some Hashable & Sendable) -> Self { Self(kind: .cancelTask, id: EffectID(id)) }

    /// A sequence of any effects.
    public static var sequence: Self { Self(kind: .sequence, isComplete: false) }

    /// A combination of any effects.
    public static var combination: Self { Self(kind: .combination, isComplete: false) }

    /// Effects that run one after the other.
    ///
    /// - Parameters:
    ///   - id: The identity of the sequence, or `nil`.
    ///   - parts: The steps, in their order.
    public static func sequence(id: (some Hashable & Sendable)? = EffectID?.none, _ parts: [Self]) -> Self {
        Self(kind: .sequence, id: id.map { EffectID($0) }, parts: parts)
    }

    /// Effects that run side by side.
    ///
    /// - Parameters:
    ///   - id: The identity of the combination, or `nil`.
    ///   - parts: The parts, in their order.
    public static func combination(id: (some Hashable & Sendable)? = EffectID?.none, _ parts: [Self]) -> Self {
        Self(kind: .combination, id: id.map { EffectID($0) }, parts: parts)
    }

    /// Several effects without a composition, as from `TransducerEffect.all(_:)` or a composite.
    ///
    /// - Parameter parts: The effects, in their order.
    public static func list(_ parts: [Self]) -> Self { Self(kind: .list, parts: parts) }

    /// An effect that is live because the state names it.
    ///
    /// ```swift
    /// enum Event { case tick }
    /// let beat: EffectDescription<Event> = .activity(.operation(id: "beat"))
    /// #expect(beat != .operation(id: "beat") && beat.id == EffectID("beat"))
    /// ```
    ///
    /// - Parameter effect: The effect, an operation or a composition.
    public static func activity(_ effect: Self) -> Self { effect.marked(asActivity: true) }

    /// The departure of a child, which ends all of its effects.
    ///
    /// - Parameter child: The departing child.
    public static func departure<Composite, Machine>(of child: Child<Composite, Machine>) -> Self {
        Self(kind: .departure, child: [child.name])
    }

    /// The departure of a child given by its names, which ends all of its effects.
    ///
    /// - Parameter child: The names of the child and of the children around it within the composite, the outermost
    ///   first.
    public static func departure(of child: ChildID...) -> Self { Self(kind: .departure, child: child) }

    /// An event for a child that no longer accepts any.
    public static var rejection: Self { Self(kind: .rejection) }

    /// The end of the run because of an invalid use of a composite.
    public static var mistake: Self { Self(kind: .mistake) }

    /// The reply that postpones the event.
    public static var postpone: Self { Self(kind: .postponement) }

    /// The reply that the event is unexpected in this state.
    public static var unexpected: Self { Self(kind: .unexpected) }

    /// The reply that a child of the machine did not expect the event.
    ///
    /// - Parameter child: The names of the child and of the children around it, the outermost first.
    public static func unexpected(in child: ChildID...) -> Self { Self(kind: .unexpected, child: child) }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension EffectDescription {
    /// An operation that begins after a delay.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation, or `nil`.
    ///   - delay: The delay.
    public static func operation(id: (some Hashable & Sendable)? = EffectID?.none, after delay: Duration) -> Self {
        Self(kind: .operation, id: id.map { EffectID($0) }, pause: PauseLength(delay))
    }

    /// An operation on the system actor that begins after a delay.
    ///
    /// - Parameters:
    ///   - id: The identity of the operation, or `nil`.
    ///   - delay: The delay.
    public static func isolatedOperation(
        id: (some Hashable & Sendable)? = EffectID?.none, after delay: Duration
    ) -> Self {
        Self(kind: .isolatedOperation, id: id.map { EffectID($0) }, pause: PauseLength(delay))
    }
}
