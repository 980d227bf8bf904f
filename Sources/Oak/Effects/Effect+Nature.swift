/// The facts about an effect that are known without looking at all of its parts again.
///
/// Effects nest as deeply as programs nest them, so nothing is asked of the parts of parts when a composition begins.
@usableFromInline
struct Nature: Sendable {
    /// What it takes to carry an effect out.
    @usableFromInline enum Demand: Comparable, Sendable {
        case nothing
        /// An actor, where the caller has none.
        case actor
        /// A task of the loop's own, because it may suspend.
        case task
    }

    @usableFromInline var demand = Demand.nothing
    /// Whether it can outlast the macrostep: there is an operation in it, or a step that waits for one.
    @usableFromInline var isLasting = false
    /// Whether there are parts of parts.
    @usableFromInline var isTree = false
    /// Whether everything in it belongs to the machine or child that it belongs to itself, and none departs.
    @usableFromInline var isPure = true
    /// Whether a child departs with it.
    @usableFromInline var hasDeparture = false

    @inlinable
    init() {}
}

extension Nature {
    @inlinable
    init<Event, Env, Input>(of form: TransducerEffect<Event, Env, Input>.Work.Form, owner: [ChildID]) {
        switch form {
        case .action(_, .suspending): demand = .task
        case .action(.systemActor, .immediate): demand = .actor
        case .operation(.systemActor), .operation(.lifted(.systemActor, _)): (demand, isLasting) = (.actor, true)
        case .operation(.ownIsolation), .operation(.answering), .operation(.lifted(.ownIsolation, _)): isLasting = true
        case .cancellation: isLasting = true
        case .departure: (hasDeparture, isPure) = (true, false)
        case .action(.ownIsolation, .immediate), .rejection, .mistake: break
        case .sequence(let parts), .combination(let parts), .list(let parts):
            for part in parts {
                let work: TransducerEffect<Event, Env, Input>.Work
                switch part.content {
                case .event(_, let origin), .events(_, let origin):
                    // A child's own events are found out about when they are due.
                    isPure = isPure && origin.isOwn && owner.isEmpty
                    continue
                case .reply: continue
                case .work(let content): work = content
                }
                isTree = isTree || work.parts != nil
                demand = max(demand, work.nature.demand)
                isLasting = isLasting || work.nature.isLasting
                isPure = isPure && work.nature.isPure && work.owner == owner
                hasDeparture = hasDeparture || work.nature.hasDeparture
            }
        }
    }

    /// Whether the loop has to be in a task and on an actor of its own for that.
    @inlinable
    func needsHost(isolation: (any Actor)?) -> Bool {
        switch demand {
        case .nothing: false
        case .actor: isolation == nil
        case .task: true
        }
    }
}

extension TransducerEffect {
    @inlinable
    func needsHost(isolation: (any Actor)?) -> Bool {
        switch content {
        case .event, .events, .reply: false
        case .work(let work): work.nature.needsHost(isolation: isolation)
        }
    }

    @inlinable
    var isLasting: Bool {
        switch content {
        case .event, .events, .reply: false
        case .work(let work): work.isLasting
        }
    }
}
