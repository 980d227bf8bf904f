/// Facts about an effect, computed once so that nothing has to visit all of its parts again.
///
/// Effects nest to any depth, so beginning a composition must not inspect the parts of its parts.
@usableFromInline struct Nature: Sendable {
    /// The resources needed to carry out an effect.
    @usableFromInline enum Demand: Comparable, Sendable {
        case nothing
        /// An actor, if the caller has none.
        case actor
        /// A task of the loop's own, because the effect may suspend.
        case task
    }

    @usableFromInline var demand = Demand.nothing
    /// Whether the effect can outlast the macrostep because it contains an operation or a step that waits for one.
    @usableFromInline var isLasting = false
    /// Whether any part has parts of its own.
    @usableFromInline var isTree = false
    /// Whether every part belongs to the same machine or child as the effect itself, and none is a departure.
    @usableFromInline var isPure = true
    /// Whether the effect contains an action.
    @usableFromInline var hasAction = false
    /// Whether the effect contains the departure of a child.
    @usableFromInline var hasDeparture = false

    @inlinable init() {}
}

extension Nature {
    @inlinable init<Event, Env, Input>(of body: TransducerEffect<Event, Env, Input>.OperationBody) {
        (demand, isLasting) = (body.place == .systemActor ? .actor : .nothing, true)
    }

    @inlinable init<Event, Env, Input>(of form: TransducerEffect<Event, Env, Input>.Work.Form, owner: ChildPath?) {
        switch form {
        case .action(_, .suspending): (demand, hasAction) = (.task, true)
        case .action(.systemActor, .immediate): (demand, hasAction) = (.actor, true)
        case .operation(let body): self = Nature(of: body)
        case .cancellation: isLasting = true
        case .departure: (hasDeparture, isPure) = (true, false)
        case .action(.ownIsolation, .immediate): hasAction = true
        case .rejection, .mistake: break
        case .sequence(let parts), .combination(let parts), .list(let parts):
            for part in parts {
                let work: TransducerEffect<Event, Env, Input>.Work
                switch part.content {
                case .event(_, let origin), .events(_, let origin):
                    // The owner of a child's event is resolved only when the event is due.
                    isPure = isPure && origin.isOwn && owner == nil
                    continue
                case .reply: continue
                case .work(let content): work = content
                }
                isTree = isTree || work.parts != nil
                demand = max(demand, work.nature.demand)
                isLasting = isLasting || work.nature.isLasting
                isPure = isPure && work.nature.isPure && work.traits.owner.path == owner
                hasAction = hasAction || work.nature.hasAction
                hasDeparture = hasDeparture || work.nature.hasDeparture
            }
        }
    }

    /// Whether the loop needs a task and an actor of its own to carry out the effect.
    @inlinable func needsHost(isolation: (any Actor)?) -> Bool {
        switch demand {
        case .nothing: false
        case .actor: isolation == nil
        case .task: true
        }
    }
}

extension TransducerEffect {
    @inlinable func needsHost(isolation: (any Actor)?) -> Bool { work?.nature.needsHost(isolation: isolation) ?? false }

    @inlinable var isLasting: Bool { work?.isLasting ?? false }
}
