extension RunLoop {
    /// Handles a transition's reply to its event.
    @inlinable
    @inline(never)
    mutating func carryOut(_ reply: Reply, to event: T.Event) throws {
        switch reply {
        case .postponed: try postpone(event)
        case .unexpected(let child): try notice(unexpected: event, in: child)
        }
    }

    @inlinable mutating func notice(unexpected event: T.Event, in child: [ChildID]) throws {
        report(.eventUnexpected(event, child: child))
        switch existingRuntime?.unexpectedEvents {
        case nil, .reported?: break
        case .endingTheRun?:
            throw TransducerError.unexpectedEvent(
                transducer: "\(T.self)", child: child.map(\.description),
                state: eventName(stepper.storage.storedValue), event: eventName(event))
        }
    }

    /// Postpones the event that opened the macrostep.
    @inlinable mutating func postpone(_ event: T.Event) throws {
        guard stepper.actions == 0 else {
            throw TransducerError.postponedAction(transducer: "\(T.self)", event: eventName(event))
        }
        let postponed = runtime.postponed ?? Postponed(limit: mailbox.ownPlaces)
        runtime.postponed = postponed
        let isFull = postponed.isFull
        postponed.append(event, from: source(in: postponed))
        guard !isFull else {
            // The error tells the sender that the event was not processed.
            if let send = stepper.waiting { stepper.endMacrostep(send, with: .terminated) }
            throw TransducerError.tooManyPostponed(
                transducer: "\(T.self)", event: eventName(event), limit: postponed.limit)
        }
        report(.eventPostponed(event))
        for entry in postponed.takeSilenced() { report(.sendRejected(entry.event, CancellationError())) }
    }

    /// The source of the event to postpone; `nil` for an event from outside.
    @inlinable func source(in postponed: Postponed<T.State, T.Event>) -> PostponingSource? {
        switch postponed.offered {
        case .outside?: nil
        case .operation(let source)?: source
        case nil:
            stepper.openingOperation.map { operation in
                postponed.source(operation.summary, under: namesThatCancel(operation))
            }
        }
    }

    /// The names of an operation and of the compositions around it.
    @inlinable func namesThatCancel(_ operation: Operation<T.Event>) -> [EffectName] {
        let summary = operation.summary
        var next = operation.scope as? Composition
        let space = summary.isActivity ? .activities : next?.space ?? .effects
        var names = summary.id.map { [EffectName($0, ending: nil, in: space)] } ?? []
        while let scope = next {
            if let tag = scope.tag { names.append(tag.name) }
            next = scope.parent
        }
        return names
    }

    /// Rejects the remaining postponed events when the machine ends.
    @inlinable mutating func giveUpPostponed() {
        guard let postponed = existingRuntime?.postponed.take() else { return }
        for entry in postponed.entries {
            report(.sendRejected(entry.event, entry.isSilenced ? CancellationError() : TransducerError.terminated))
        }
    }
}
