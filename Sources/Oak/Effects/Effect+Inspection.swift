extension TransducerEffect {
    /// What kind of effect this is.
    @inlinable
    public var kind: EffectKind {
        switch content {
        case .event, .events: .events
        case .work(let work): work.kind
        case .reply(let reply): reply.kind
        }
    }

    /// The identity of an operation or a composition, or that of the effect to be cancelled; `nil` if there is none.
    @inlinable
    public var id: EffectID? {
        switch content {
        case .event, .events, .reply: nil
        case .work(let work): work.id
        }
    }

    /// The action events, when they are known without running anything; otherwise empty.
    @inlinable
    public var events: [Event] {
        switch content {
        case .event(let event, _): [event]
        case .events(let events, _): events
        case .work, .reply: []
        }
    }

    /// Puts the action events on a stack, the first one on top; a single one without an allocation.
    @inlinable
    package func pushEvents(onto stack: inout [Event]) {
        switch content {
        case .event(let event, _): stack.append(event)
        case .events(let events, _): stack.append(contentsOf: events.reversed())
        case .work, .reply: break
        }
    }

    /// The names of the child that it belongs to, that goes, or that did not expect the event, the outermost first; empty for
    /// what is the machine's own, and for action events.
    @inlinable
    public var child: [ChildID] {
        switch content {
        case .event, .events: []
        case .work(let work): work.owner
        case .reply(let reply): reply.child
        }
    }

    /// The parts of a composition; otherwise empty.
    @inlinable
    public var children: [TransducerEffect] {
        switch content {
        case .event, .events, .reply: []
        case .work(let work): work.parts ?? []
        }
    }
}

extension TransducerEffect.Work {
    @inlinable
    var kind: EffectKind {
        switch form {
        case .action(.ownIsolation, _): .action
        case .action(.systemActor, _): .isolatedAction
        case .operation(.ownIsolation), .operation(.answering), .operation(.lifted(.ownIsolation, _)): .operation
        case .operation(.systemActor), .operation(.lifted(.systemActor, _)): .isolatedOperation
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

extension TransducerEffect: CustomStringConvertible {
    @inlinable
    public var description: String {
        folded(
            isBranch: { _ in true },
            leaf: { $0.describe([]) },
            branch: { work, parts in TransducerEffect(content: .work(work)).describe(parts) }) ?? ""
    }

    /// - Parameter parts: The descriptions of its parts.
    @inlinable
    func describe(_ parts: [String]) -> String {
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
