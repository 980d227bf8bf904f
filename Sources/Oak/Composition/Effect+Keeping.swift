/// An effect of a transition, divided into immediate work and lasting work.
///
/// A host that keeps its machines in a store carries out the immediate work and stores the lasting work as data.
package struct DividedEffect<Event, Env, Input> {
    package typealias Effect = TransducerEffect<Event, Env, Input>

    /// A change of the time-outs of the machine.
    package enum Change {
        /// A time-out begins, in place of one with the same identity.
        case begin(EffectID, Event, seconds: Double)
        /// The effect with this identity is cancelled.
        case cancel(EffectID)
        /// A child has departed, with everything inside it.
        case depart([ChildID])
    }

    /// The effect without time-outs and cancellations; `nil` if nothing is left.
    package private(set) var immediate: Effect?
    /// The changes of time-outs, in order.
    package private(set) var changes: [Change] = []
    /// An operation, or a composition that contains a time-out and is more than a list of its parts.
    package private(set) var lost: Effect?
    /// A step after a time-out in a sequence.
    package private(set) var delayedStep: Effect?
    /// Whether the effect contains an action.
    package private(set) var hasActions = false

    package init(_ effect: Effect) {
        switch effect.content {
        case .event, .events, .reply: immediate = effect
        case .work: immediate = divide(effect)
        }
    }

    /// Notes the lasting parts of an effect.
    ///
    /// - Returns: The rest.
    private mutating func divide(_ effect: Effect) -> Effect? {
        effect.folded(
            isBranch: { _ in true },
            leaf: { part in divide(leaf: part) },
            branch: { work, parts in divide(work, parts) })
    }

    private mutating func divide(leaf: Effect) -> Effect? {
        guard case .work(let work) = leaf.content else { return leaf }
        switch work.form {
        case .action:
            hasActions = true
            return leaf
        case .operation:
            guard let seconds = work.timeoutLength, let timed = work.traits.timedEvent, let id = work.id,
                work.ending == nil
            else {
                lost = lost ?? leaf
                return nil
            }
            changes.append(.begin(id, timed.event, seconds: seconds))
            return nil
        case .cancellation:
            if let id = work.id, work.ending == nil { changes.append(.cancel(id)) }
            return nil
        case .departure:
            changes.append(.depart(work.owner))
            return leaf
        case .sequence, .combination, .list, .rejection, .mistake: return leaf
        }
    }

    /// - Parameters:
    ///   - work: A composition or a list.
    ///   - rest: Its parts without the lasting ones.
    private mutating func divide(_ work: Effect.Work, _ rest: [Effect]) -> Effect? {
        let hasTimeout = (work.parts ?? []).contains(where: \.containsTimeout)
        if case .sequence(let parts) = work.form, let first = parts.firstIndex(where: \.containsTimeout),
            first < parts.count - 1
        {
            delayedStep = delayedStep ?? parts[first + 1]
        }
        if hasTimeout, work.id != nil || work.traits.handler != nil {
            lost = lost ?? Effect(content: .work(work))
        }
        return rest.isEmpty ? nil : work.keeping(rest)
    }
}

extension TransducerEffect {
    /// Whether the effect or a part of it is a time-out.
    var containsTimeout: Bool { contains { $0.traits.timedEvent != nil } }

    /// The event and the length, in seconds, of an effect that is a time-out.
    package var timeout: (event: Event, seconds: Double)? {
        guard let work, let timed = work.traits.timedEvent, let seconds = work.timeoutLength else { return nil }
        return (timed.event, seconds)
    }
}

extension TransducerEffect.Work {
    /// The length of a time-out in seconds.
    var timeoutLength: Double? {
        guard traits.timedEvent != nil, let length = startDelay?.duration else { return nil }
        if let nanoseconds = length as? UInt64 { return Double(nanoseconds) / 1e9 }
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), let duration = length as? Duration {
            let (seconds, attoseconds) = duration.components
            return Double(seconds) + Double(attoseconds) / 1e18
        }
        return nil
    }
}
