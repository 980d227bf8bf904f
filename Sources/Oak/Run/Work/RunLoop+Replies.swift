extension RunLoop {
    /// Does what a transition has answered about its event.
    @inlinable
    @inline(never)
    mutating func carryOut(_ reply: Reply, to event: T.Event) throws {
        switch reply {
        case .postponed: try postpone(event)
        case .unexpected(let child): try notice(unexpected: event, in: child)
        }
    }

    @inlinable
    mutating func notice(unexpected event: T.Event, in child: [ChildID]) throws {
        report(.eventUnexpected(event, child: child))
        switch existingBackstage?.unexpectedEvents {
        case nil, .reported?: break
        case .endingTheRun?:
            throw TransducerError.unexpectedEvent(
                transducer: "\(T.self)", child: child.map(\.description),
                state: eventName(stepper.storage.storedValue), event: eventName(event))
        }
    }

    /// Puts the event aside that has opened the macrostep.
    @inlinable
    mutating func postpone(_ event: T.Event) throws {
        guard stepper.actions == 0 else {
            throw TransducerError.postponedAction(transducer: "\(T.self)", event: eventName(event))
        }
        let postponed = backstage.postponed ?? Postponed(limit: mailbox.ownPlaces)
        backstage.postponed = postponed
        let isFull = postponed.isFull
        postponed.append(event, from: source(in: postponed))
        guard !isFull else {
            // It was not processed, which is what this error says to its sender.
            if let send = stepper.waiting { stepper.endMacrostep(send, with: .terminated) }
            throw TransducerError.tooManyPostponed(
                transducer: "\(T.self)", event: eventName(event), limit: postponed.limit)
        }
        report(.eventPostponed(event))
        for entry in postponed.takeSilenced() { report(.sendRejected(entry.event, CancellationError())) }
    }

    /// The operation that the event comes from which is postponed, as it is known there.
    @inlinable
    func source(in postponed: Postponed<T.State, T.Event>) -> PostponingSource? {
        switch postponed.offered {
        case .outside?: nil
        case .operation(let source)?: source
        case nil: stepper.openingOperation.map { postponed.source($0.summary) }
        }
    }

    /// Lets go of what is still postponed when the machine ends.
    @inlinable
    mutating func giveUpPostponed() {
        guard let postponed = existingBackstage?.postponed.take() else { return }
        for entry in postponed.entries {
            report(.sendRejected(entry.event, entry.isSilenced ? CancellationError() : TransducerError.terminated))
        }
    }
}
