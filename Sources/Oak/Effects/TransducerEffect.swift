/// A value that describes work for the run loop to carry out.
///
/// Inside an ``EffectTransducer`` this type is spelled `Effect`. An effect is one of
///
/// - an *action event*, ``event(_:)`` and ``events(_:)``: processed within the macrostep;
/// - an *action*, `Effect(action:)` and `Effect(isolatedAction:)`: a function that returns action events;
/// - an *operation*, `Effect(operation:)` and `Effect(isolatedOperation:)`: a function that runs in a task beside
///   the machine and sends events through its input;
/// - a cancellation, ``cancelTask(_:)``;
/// - a composition of effects, `sequence(_:)` and `combine(_:)`;
/// - no work, but a reply to the event: ``postpone`` or ``unexpected``.
///
/// An effect can be inspected without being run: see ``kind``, ``id``, ``events``, ``delay`` and ``parts``.
public struct TransducerEffect<Event, Env, Input> {
    // Action events need no allocation; everything else sits behind one reference, so that an effect stays small.
    @usableFromInline enum Content {
        case event(Event, Origin)
        case events([Event], Origin)
        case work(Work)
        /// A reply to the event instead of work.
        case reply(Reply)
    }

    @usableFromInline let content: Content

    @inlinable init(content: Content) { self.content = content }

    @inlinable init(_ form: Work.Form, _ traits: Work.Traits = Work.Traits()) {
        self.init(content: .work(Work(form, traits)))
    }

    @inlinable init(_ body: OperationBody, id: some Hashable & Sendable, replacing replacement: EffectReplacement) {
        self.init(content: .work(Work(body, id: EffectID.naming(id), replacing: replacement)))
    }
}

extension TransducerEffect {
    /// The content of every effect other than action events and replies.
    @usableFromInline final class Work {
        // Boxes what is large or generic, so that every form is copied and released without metadata.
        @usableFromInline enum Form {
            case action(EffectPlace, Action)
            case operation(OperationBody)
            case cancellation
            case sequence([TransducerEffect])
            case combination([TransducerEffect])
            /// Effects carried out one after another without forming a composition.
            case list([TransducerEffect])
            /// A child is no longer active: its effects are cancelled, and its pending action events are dropped.
            case departure(CancellationReason)
            /// An event has no consequences for the machine or a child.
            indirect case rejection(Event, Refusal)
            /// The machine was used inconsistently.
            indirect case mistake(TransducerError)
        }

        /// The reason why an event has no consequences.
        @usableFromInline enum Refusal: Sendable {
            /// The child accepts no events.
            case inactive(ChildPath)
            /// The child, or the machine itself if the path is empty, has answered with a reply, and others have
            /// processed the event.
            case overruled([ChildID])
        }

        /// Properties common to all forms of work.
        @usableFromInline struct Traits {
            @usableFromInline var id: EffectID?
            @usableFromInline var startDelay: StartDelay<Event>?
            /// When to begin if another effect with the same identity is live.
            @usableFromInline var replacement = EffectReplacement.atOnce
            @usableFromInline var owner = Owner.machine
            /// Whether the state named the work, instead of a transition.
            @usableFromInline var isActivity = false
            /// Whether the function throws, by its type, and its author has not said what follows from an error.
            @usableFromInline var mayFail = false
            /// Turns an error of the work into an event; without a handler, the error passes to the enclosing
            /// composition.
            @usableFromInline var handler: Handler?

            @inlinable init(
                id: EffectID? = nil, startDelay: StartDelay<Event>? = nil, replacement: EffectReplacement = .atOnce,
                owner: Owner = .machine, isActivity: Bool = false, mayFail: Bool = false, handler: Handler? = nil
            ) {
                self.id = id
                self.startDelay = startDelay
                self.replacement = replacement
                self.owner = owner
                self.isActivity = isActivity
                self.mayFail = mayFail
                self.handler = handler
            }
        }

        /// The machine or child that work belongs to.
        @usableFromInline enum Owner: Sendable {
            case machine
            case child(ChildPath)
            /// Nobody: the exit effect of a child that has ended runs to completion.
            case ended(ChildPath?, Ending)
        }

        /// Mutable only for `deinit`, which takes the tree apart when no other reference is left.
        @exclusivity(unchecked) @usableFromInline var form: Form
        @usableFromInline let traits: Traits
        /// Facts about the parts as a whole.
        @usableFromInline let nature: Nature

        @inlinable init(_ form: Form, _ traits: Traits = Traits()) {
            self.form = form
            self.traits = traits
            nature = Nature(of: form, owner: self.traits.owner.path)
        }

        /// Creates an operation.
        // Apart from other forms, whose traits are copied once more.
        @inlinable init(_ body: OperationBody, id: EffectID?, replacing replacement: EffectReplacement) {
            form = .operation(body)
            nature = Nature(of: body)
            traits = Traits(id: id, replacement: replacement)
        }

        deinit { if nature.isTree { dismantle() } }
    }

    /// Turns an error into an event; returns `nil` when nothing is left to receive it.
    @usableFromInline typealias Handler = @Sendable (any Error) -> Event?

    /// A function that returns action events. The actor is present if the function runs on the system actor.
    @usableFromInline enum Action: Sendable {
        case immediate(@Sendable (SystemIsolated<Env>, (any Actor)?) throws -> SystemIsolated<TransducerEffect>)
        case suspending(SuspendingAction)
    }

    @usableFromInline typealias SuspendingAction =
        @Sendable (SystemIsolated<Env>, (any Actor)?) async throws -> SystemIsolated<TransducerEffect>

    /// A function that works beside the machine.
    @usableFromInline enum OperationBody: Sendable {
        case ownIsolation(@Sendable @concurrent (Env, Input) async throws -> Void)
        /// The function returns an event.
        case answering(@Sendable @concurrent (Env, Input) async throws -> Disconnected<Event>)
        case systemActor(@Sendable (Env, Input, isolated any Actor) async throws -> Void)
        /// The operation of a child, made on the system actor from the environment and input of the composite.
        case lifted(EffectPlace, LastAnswer, LiftedOperation)
        /// A function that has its environment and input.
        case bound(BoundFunction)
    }

    /// Makes the function of an operation.
    @usableFromInline typealias LiftedOperation =
        @Sendable (SystemIsolated<Env>, InputPort<Event>, (any Actor)?) throws -> BoundFunction

    @usableFromInline typealias BoundFunction = @Sendable () async throws -> Disconnected<Event>?
}

extension TransducerEffect {
    /// The work of the effect, unless it is an event or a reply.
    @inlinable var work: Work? { if case .work(let work) = content { work } else { nil } }
}

extension TransducerEffect.Work.Owner {
    /// The path to the child that departs with the work; `nil` for the machine itself.
    @inlinable var path: ChildPath? { if case .child(let path) = self { path } else { nil } }

    /// The path to the child that the work belongs to, or did.
    @inlinable var former: ChildPath? {
        switch self {
        case .machine: nil
        case .child(let path): path
        case .ended(let path, _): path
        }
    }
}

extension TransducerEffect.Work {
    @inlinable var id: EffectID? { traits.id }
    @inlinable var startDelay: StartDelay<Event>? { traits.startDelay }
    /// The path to the child that the work belongs to; empty for the machine's own work.
    @inlinable var owner: [ChildID] { traits.owner.path?.names ?? [] }
    /// The end of the child whose exit effect this is, if it is one.
    @inlinable var ending: Ending? { if case .ended(_, let ending) = traits.owner { ending } else { nil } }
    /// The path to the child whose effect this is or was, for an observer.
    @inlinable var child: [ChildID] { traits.owner.former?.names ?? [] }
    /// Whether the whole work belongs to the machine itself.
    @inlinable var isOwn: Bool { traits.owner.path == nil && nature.isPure }
    @inlinable var isLasting: Bool { nature.isLasting }

    /// The parts of a composition or a list; `nil` if it is neither.
    @inlinable var parts: [TransducerEffect]? {
        switch form {
        case .sequence(let parts), .combination(let parts), .list(let parts): parts
        case .action, .operation, .cancellation, .departure, .rejection, .mistake: nil
        }
    }

    /// The same work with other parts.
    @inlinable func with(_ parts: [TransducerEffect]) -> TransducerEffect {
        switch form {
        case .sequence: TransducerEffect(.sequence(parts), traits)
        case .combination: TransducerEffect(.combination(parts), traits)
        case .list: TransducerEffect(.list(parts), traits)
        case .action, .operation, .cancellation, .departure, .rejection, .mistake:
            TransducerEffect(content: .work(self))
        }
    }
}

// Only events may tie an effect to an actor: closures and identities are `Sendable`. The form of a work changes only
// when nothing else refers to the work any more.
extension TransducerEffect: Sendable where Event: Sendable {}
extension TransducerEffect.Content: Sendable where Event: Sendable {}
extension TransducerEffect.Work: @unchecked Sendable where Event: Sendable {}
extension TransducerEffect.Work.Form: Sendable where Event: Sendable {}
extension TransducerEffect.Work.Traits: Sendable where Event: Sendable {}

/// The place where the function of an effect runs.
@usableFromInline enum EffectPlace: Sendable {
    /// On the function's own global actor, or on none.
    case ownIsolation
    /// On the actor that the machine is isolated to.
    case systemActor
}

/// The way in which an operation gives its last answer, apart from an error.
@usableFromInline package enum LastAnswer: Int, Sendable {
    /// Through its input: it is live while the machine takes the event.
    case sent
    /// As its result: it has returned before the machine takes the event.
    case returned
    case either
}
