/// A value that describes work for the run loop to carry out.
///
/// Inside an ``EffectTransducer`` this type is spelled `Effect`. An effect is one of
///
/// - an *action event*, ``event(_:)`` and ``events(_:)``: processed within the macrostep;
/// - an *action*, `Effect(action:)` and `Effect(isolatedAction:)`: a function that answers with action events;
/// - an *operation*, `Effect(operation:)` and `Effect(isolatedOperation:)`: a function that runs in a task beside
///   the machine and sends events through its input;
/// - a cancellation, ``cancelTask(_:)``;
/// - a composition of effects, `sequence(_:)` and `combine(_:)`.
///
/// An effect can be looked into without being run: see ``kind``, ``id``, ``events``, ``delay`` and ``children``.
public struct TransducerEffect<Event, Env, Input> {
    // Action events come without an allocation; everything else is one reference, so that an effect stays small.
    @usableFromInline enum Content {
        case event(Event)
        case events([Event])
        case work(Work)
        /// Effects that are carried out one after the other without being a composition of their own.
        case list([TransducerEffect])
    }

    @usableFromInline let content: Content

    @inlinable
    init(content: Content) { self.content = content }
}

extension TransducerEffect {
    /// What the run loop does for an effect that is more than action events.
    @usableFromInline final class Work {
        @usableFromInline enum Form {
            case action(Place, Action)
            case operation(OperationBody)
            case cancellation
            case sequence([TransducerEffect])
            case combination([TransducerEffect])
            /// A component is left: all of its effects are cancelled, and those action events are dropped that are its own.
            case departure(drops: @Sendable (Event) -> Bool)
            /// An event came for a component that takes none any more.
            case rejection(Event)
        }

        @usableFromInline let form: Form
        @usableFromInline let id: EffectID?
        @usableFromInline let pause: Pause?
        /// The components that it belongs to, the outermost first; empty for what is the machine's own.
        @usableFromInline let owner: [ComponentID]
        /// The end of a component that still has to do it, if it is such a one: then it is done to its end.
        @usableFromInline let ending: Ending?
        /// Whether there is an operation in it, so that it can outlast the macrostep.
        @usableFromInline let isLasting: Bool

        @inlinable
        init(
            _ form: Form, id: EffectID? = nil, pause: Pause? = nil, owner: [ComponentID] = [], ending: Ending? = nil
        ) {
            self.form = form
            self.id = id
            self.pause = pause
            self.owner = owner
            self.ending = ending
            isLasting =
                switch form {
                case .action, .cancellation, .departure, .rejection: false
                case .operation: true
                case .sequence(let children), .combination(let children): children.contains(where: \.isLasting)
                }
        }
    }

    /// Where a function runs.
    @usableFromInline enum Place: Sendable {
        /// On its own global actor, or on none.
        case ownIsolation
        /// On the actor that the machine is isolated to.
        case systemActor
    }

    /// A function that answers with action events. The actor is there if the function runs on the system actor.
    @usableFromInline enum Action: Sendable {
        case immediate(@Sendable (Unchecked<Env>, (any Actor)?) throws -> Unchecked<TransducerEffect>)
        case suspending(SuspendingAction)
    }

    @usableFromInline typealias SuspendingAction =
        @Sendable (Unchecked<Env>, (any Actor)?) async throws -> Unchecked<TransducerEffect>

    /// A function that works beside the machine.
    @usableFromInline enum OperationBody: Sendable {
        case ownIsolation(@Sendable @concurrent (Env, Input) async throws -> Void)
        case systemActor(@Sendable (Env, Input, isolated any Actor) async throws -> Void)
        /// That of a component: it is made from what the composite has, on the system actor.
        case lifted(Place, LiftedOperation)
    }

    /// Makes the work of an operation.
    @usableFromInline typealias LiftedOperation =
        @Sendable (Unchecked<Env>, InputPort<Event>, (any Actor)?) throws -> @Sendable () async throws -> Void

    @inlinable var isLasting: Bool {
        switch content {
        case .event, .events: false
        case .work(let work): work.isLasting
        case .list(let effects): effects.contains(where: \.isLasting)
        }
    }
}

// Events are the only part of an effect that may be tied to an actor: the closures are `@Sendable`, and so are identities.
extension TransducerEffect: Sendable where Event: Sendable {}
extension TransducerEffect.Content: Sendable where Event: Sendable {}
extension TransducerEffect.Work: Sendable where Event: Sendable {}
extension TransducerEffect.Work.Form: Sendable where Event: Sendable {}
