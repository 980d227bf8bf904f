/// An account of the effects that children hand to their composites within one transition.
///
/// If the effect of a step is not returned, its work never begins. Where a run is observed, and in tools, a composite
/// is held to return what its children have handed to it.
@usableFromInline final class EffectAudit {
    /// Work that a child has handed to its composite.
    @usableFromInline typealias Work = (child: ChildID, origin: Origin, isExit: Bool)

    /// The work handed to the composite that makes its transition.
    @usableFromInline var handedOut: [Work] = []

    /// The error of the first composite that has dropped an effect.
    var mistake: TransducerError?

    /// Ends the transition of a composite: looks for work that it does not return, although its child is active or has
    /// ended.
    ///
    /// - Parameter outer: The work handed to the composite around it.
    @usableFromInline func endTransition<Composite: ExecutableTransducer>(
        with effect: TransducerEffect<Composite.Event, Composite.Env, Composite.Input>?,
        _ active: ActiveNames<Composite>, hasEnded: Bool, outer: [Work]
    ) {
        var returned: [ChildID: Int] = [:]
        if !handedOut.isEmpty { effect?.forEachWork(in: Composite.self) { returned[$0.child, default: 0] += 1 } }
        for work in handedOut where mistake == nil {
            returned[work.child, default: 0] -= 1
            if returned[work.child, default: 0] < 0, work.isExit || !hasEnded && active.isActive(work.origin) {
                mistake = .effectDropped(transducer: "\(Composite.self)", child: "\(work.child)")
            }
        }
        handedOut = outer
    }
}

extension TransducerEffect {
    /// Visits each action event, action, operation and cancellation of a child.
    fileprivate func forEachWork(in composite: any ExecutableTransducer.Type, _ visit: (EffectAudit.Work) -> Void) {
        walk { effect in
            switch effect.content {
            case .event(_, let origin), .events(_, let origin):
                if let child = origin.names(in: composite).first { visit((child, origin, false)) }
            case .reply: break
            case .work(let work):
                switch work.form {
                case .action, .operation, .cancellation:
                    if let path = work.traits.owner.former { visit((path.id, .path(path), work.ending != nil)) }
                case .sequence, .combination, .list, .departure, .rejection, .mistake: break
                }
            }
            return true
        }
    }
}

extension LoopRecord {
    @inlinable static var audit: EffectAudit? { current?.pointee.audit }

    /// Holds the next transition to the effects that its children hand out.
    @usableFromInline static func beginAudit() {
        current?.pointee.audit = EffectAudit()
        current?.pointee.isWatched = true
    }

    /// Notes the effect that a step of a child has handed to its composite.
    @usableFromInline static func note<Event, Env, Input>(
        _ effect: TransducerEffect<Event, Env, Input>?, in composite: any ExecutableTransducer.Type
    ) {
        if let audit { effect?.forEachWork(in: composite) { audit.handedOut.append($0) } }
    }

    /// - Returns: The error of a composite that has dropped the effect of a child.
    @usableFromInline static func endAudit() -> TransducerError? {
        guard let current, let audit = current.pointee.audit.take() else { return nil }
        current.pointee.isWatched = current.pointee.observed != nil
        return audit.mistake
    }
}

extension ExecutableTransducer {
    /// Makes a transition in a tool.
    ///
    /// - Returns: The effect, the output, and the error of a composite that has dropped the effect of a child.
    package static func auditedStep(
        _ state: inout State, event: Event
    ) -> (effect: TransducerEffect<Event, Env, Input>?, output: Output, mistake: TransducerError?) {
        LoopRecord.duringWork {
            LoopRecord.beginAudit()
            let (effect, output) = step(&state, event: event)
            return (effect, output, LoopRecord.endAudit())
        }
    }
}
