extension TransducerEffect {
    /// The kind of the effect.
    public var kind: EffectKind {
        switch content {
        case .event, .events: .events
        case .work(let work): work.kind
        case .reply(.postponed): .postponement
        case .reply(.unexpected): .unexpected
        }
    }

    /// The identity of an operation or composition, or of the effect to cancel; `nil` if it has none.
    public var id: EffectID? { work?.id }

    /// The action events, if they can be determined without running anything; otherwise empty.
    public var events: [Event] {
        switch content {
        case .event(let event, _): [event]
        case .events(let events, _): events
        case .work, .reply: []
        }
    }

    /// The path to the child that owns the effect, departs with it, or did not expect the event, outermost first.
    ///
    /// The path is empty for the machine's own effects and for action events.
    public var child: [ChildID] {
        switch content {
        case .event, .events: []
        case .work(let work): work.owner
        case .reply(.unexpected(let child)): child
        case .reply(.postponed): []
        }
    }

    /// Whether it only tells of a reply to an event that others have processed.
    @usableFromInline package var isOverruled: Bool {
        if case .rejection(_, .overruled)? = work?.form { true } else { false }
    }

    /// The parts of a composition; otherwise empty.
    public var parts: [TransducerEffect] { work?.parts ?? [] }
}

extension TransducerEffect.Work {
    @inlinable var kind: EffectKind {
        switch form {
        case .action(.ownIsolation, _): .action
        case .action(.systemActor, _): .isolatedAction
        case .operation(let body): body.place == .systemActor ? .isolatedOperation : .operation
        case .cancellation: .cancelTask
        case .sequence: .sequence
        case .combination: .combination
        case .list: .list
        case .departure: .departure
        case .rejection: .rejection
        case .mistake: .mistake
        }
    }
}

extension TransducerEffect {
    /// Whether it is an operation that only waits, and answers with nothing.
    package var isPause: Bool { work?.startDelay?.isPause ?? false }

    /// The operations that can fail, by the types of their functions, without a word about what follows.
    package var operationsWithUnstatedFailure: [Self] {
        var found: [Self] = []
        walk { effect in
            guard let traits = effect.work?.traits, traits.handler == nil else { return false }
            if traits.mayFail { found.append(effect) }
            return true
        }
        return found
    }
}

extension TransducerEffect: CustomStringConvertible {
    @_documentation(visibility: internal)
    public var description: String {
        folded(
            isBranch: { _ in true },
            leaf: { $0.describe([]) },
            branch: { work, parts in TransducerEffect(content: .work(work)).describe(parts) }) ?? ""
    }

    /// - Parameter parts: The descriptions of the parts.
    private func describe(_ parts: [String]) -> String {
        let identity = id.map { "(id: \($0))" } ?? ""
        switch kind {
        case .events: return "events(\(events.map { String(describing: $0) }.joined(separator: ", ")))"
        case .sequence, .combination, .list: return "\(kind)\(identity)[\(parts.joined(separator: ", "))]"
        case .action, .isolatedAction, .operation, .isolatedOperation, .cancelTask, .departure, .rejection, .mistake,
            .postponement, .unexpected:
            return "\(kind)\(identity)"
        }
    }
}
