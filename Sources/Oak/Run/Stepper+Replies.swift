extension Stepper {
    /// Makes a transition, and checks for another state if postponed events depend on it.
    @inlinable
    @inline(__always)
    mutating func transition(
        _ event: T.Event, minding postponed: Minded<T.State, T.Event>?
    ) -> (Effect?, T.Output) {
        guard let postponed, postponed({ $0.isHeeded }) else { return transition(event) }
        let before = storage.storedValue
        let (effect, output) = transition(event)
        guard effect?.reply == nil else { return (effect, output) }
        let after = storage.storedValue
        if postponed({ $0.noteTransition(from: before, to: after) }) { lookAround() }
        return (effect, output)
    }

    /// Postpones an event if that takes no more than appending it.
    ///
    /// - Returns: Whether the event was postponed; if not, the run loop handles the reply.
    @inlinable
    @inline(__always)
    func putsAside(_ event: T.Event, _ reply: Reply, _ postponed: Minded<T.State, T.Event>?) -> Bool {
        guard let postponed, !Observer.isActive, case .postponed = reply, actions == 0 else { return false }
        let isUnmarked = batch.nextMark == 0 && waiting == nil
        return postponed { postponed in
            switch postponed.offered {
            case .outside?: break
            case nil: guard isUnmarked, !postponed.isFull else { return false }
            case .operation?: return false
            }
            postponed.append(event)
            return true
        }
    }

    /// Takes the next postponed event to offer, if any.
    @inlinable
    @inline(never)
    mutating func takeOffer(of postponed: Minded<T.State, T.Event>) -> T.Event? {
        while let entry = postponed({ $0.takeDue() }) {
            turn -= 1
            if entry.isSilenced {
                report(.sendRejected(entry.event, CancellationError()))
                continue
            }
            postponed { $0.offered = entry.source.map { .operation($0) } ?? .outside }
            if Observer.isActive {
                reportRejections()
                report(.eventTaken(entry.event, from: entry.source.map { .operation($0.summary.number) } ?? .external))
            }
            return entry.event
        }
        return nil
    }

    /// The operation whose event opened the macrostep; `nil` for an event from outside.
    ///
    /// The batch's latest mark concerns either this event or an earlier one.
    @inlinable var openingOperation: Operation<T.Event>? {
        guard let latest = batch.latestMark else { return nil }
        return switch latest.mark {
        case .sender(let sender): latest.position == batch.head - 1 ? sender.operation : nil
        case .end(of: let operation): latest.position == batch.head ? operation : nil
        }
    }
}
