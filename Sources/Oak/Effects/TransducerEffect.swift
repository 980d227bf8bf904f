/// A value that describes work for the run loop to carry out.
///
/// Inside an ``EffectTransducer`` this type is spelled `Effect`. An effect is one of
///
/// - an *action event*, ``event(_:)`` and ``events(_:)``: processed within the macrostep;
/// - an *action*, `Effect(action:)` and `Effect(isolatedAction:)`: a function that answers with action events;
/// - an *operation*, `Effect(operation:)` and `Effect(isolatedOperation:)`: a function that runs in a task beside
///   the machine and sends events through its input;
/// - a cancellation, ``cancelTask(_:)``;
/// - a composition of effects, `sequence(_:)` and `combine(_:)`;
/// - no work, but an answer to the event: ``postpone`` or ``unexpected``.
///
/// An effect can be looked into without being run: see ``kind``, ``id``, ``events``, ``delay`` and ``children``.
public struct TransducerEffect<Event, Env, Input> {
    // Action events come without an allocation; everything else is one reference, so that an effect stays small.
    @usableFromInline enum Content {
        case event(Event, Origin)
        case events([Event], Origin)
        case work(Work)
        /// The answer to the event, and not something to do.
        case reply(Reply)
    }

    @usableFromInline let content: Content

    @inlinable
    init(content: Content) { self.content = content }

    @inlinable
    init(_ form: Work.Form, _ traits: Work.Traits = Work.Traits()) {
        self.init(content: .work(Work(form, traits)))
    }
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
            /// Effects that are carried out one after the other without being a composition of their own.
            case list([TransducerEffect])
            /// A child is not active any more: all of its effects are cancelled, and what they have answered is dropped.
            case departure(CancellationReason)
            /// An event came for a child that takes none.
            case rejection(Event)
            /// The machine was used in a way that makes no sense.
            case mistake(TransducerError)
        }

        /// What is to be known of the work, whatever it is.
        @usableFromInline struct Traits {
            @usableFromInline var id: EffectID?
            @usableFromInline var pause: Pause?
            /// When it begins, if another effect of its name is live.
            @usableFromInline var replacement = EffectReplacement.atOnce
            /// The children that it belongs to, the outermost first; empty for what is the machine's own.
            @usableFromInline var owner: [ChildID] = []
            /// The place of the outermost of those.
            @usableFromInline var place: ChildPlace?
            /// The end of a child that still has to do it, if it is such a one: then it is done to its end.
            @usableFromInline var ending: Ending?
            /// The child that has ended then, and those around it; such work belongs to none any more.
            @usableFromInline var ended: [ChildID] = []
            /// Whether the state has named it, not a transition.
            @usableFromInline var isActivity = false
            /// Makes an event of an error in it; without a handler, the error is one of what is around it.
            @usableFromInline var handler: Handler?

            @inlinable
            init(
                id: EffectID? = nil, pause: Pause? = nil, replacement: EffectReplacement = .atOnce,
                owner: [ChildID] = [], place: ChildPlace? = nil, ending: Ending? = nil, ended: [ChildID] = [],
                isActivity: Bool = false, handler: Handler? = nil
            ) {
                self.id = id
                self.pause = pause
                self.replacement = replacement
                self.owner = owner
                self.place = place
                self.ending = ending
                self.ended = ended
                self.isActivity = isActivity
                self.handler = handler
            }
        }

        /// A variable only for the end, when it is taken apart; nobody else has it then.
        @exclusivity(unchecked) @usableFromInline var form: Form
        @usableFromInline let traits: Traits
        /// What the parts have in common.
        @usableFromInline let nature: Nature

        @inlinable
        init(_ form: Form, _ traits: Traits = Traits()) {
            self.form = form
            self.traits = traits
            nature = Nature(of: form, owner: traits.owner)
        }

        deinit { if nature.isTree { dismantle() } }
    }

    /// Makes an event of an error; `nil` if nobody is there to hear of it.
    @usableFromInline typealias Handler = @Sendable (any Error) -> Event?

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
        /// It answers with an event.
        case answering(@Sendable @concurrent (Env, Input) async throws -> Unchecked<Event>)
        case systemActor(@Sendable (Env, Input, isolated any Actor) async throws -> Void)
        /// That of a child: it is made from what the composite has, on the system actor.
        case lifted(Place, LiftedOperation)
    }

    /// Makes the work of an operation.
    @usableFromInline typealias LiftedOperation =
        @Sendable (Unchecked<Env>, InputPort<Event>, (any Actor)?) throws ->
        @Sendable () async throws -> Unchecked<Event>?
}

extension TransducerEffect.Work {
    @inlinable var id: EffectID? { traits.id }
    @inlinable var pause: Pause? { traits.pause }
    @inlinable var owner: [ChildID] { traits.owner }
    @inlinable var ending: Ending? { traits.ending }
    /// The names of the child that it is, or was, an effect of, for an observer.
    @inlinable var child: [ChildID] { ending == nil ? owner : traits.ended }
    /// Whether the machine's own is all that there is in it.
    @inlinable var isOwn: Bool { owner.isEmpty && nature.isPure }
    @inlinable var isLasting: Bool { nature.isLasting }

    /// The parts of a composition or a list; `nil` if it is neither.
    @inlinable
    var parts: [TransducerEffect]? {
        switch form {
        case .sequence(let parts), .combination(let parts), .list(let parts): parts
        case .action, .operation, .cancellation, .departure, .rejection, .mistake: nil
        }
    }

    /// The same with other parts.
    @inlinable
    func with(_ parts: [TransducerEffect]) -> TransducerEffect {
        switch form {
        case .sequence: TransducerEffect(.sequence(parts), traits)
        case .combination: TransducerEffect(.combination(parts), traits)
        case .list: TransducerEffect(.list(parts), traits)
        case .action, .operation, .cancellation, .departure, .rejection, .mistake:
            TransducerEffect(content: .work(self))
        }
    }
}

// Events are the only part of an effect that may be tied to an actor: the closures are `@Sendable`, and so are identities. The
// form of a work changes only when nobody has the work any more.
extension TransducerEffect: Sendable where Event: Sendable {}
extension TransducerEffect.Content: Sendable where Event: Sendable {}
extension TransducerEffect.Work: @unchecked Sendable where Event: Sendable {}
extension TransducerEffect.Work.Form: Sendable where Event: Sendable {}
extension TransducerEffect.Work.Traits: Sendable {}
