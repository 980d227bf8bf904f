extension Interpreter {
    /// Handles a transition's reply to its event.
    @inlinable
    @inline(never)
    mutating func carryOut(
        _ reply: Reply, to event: T.Event, from sender: Live.Operation?, number: @autoclosure () -> MailNumber
    ) throws {
        switch reply {
        case .postponed: try postpone(event, from: sender, number: Observer.isActive ? number() : 0)
        case .unexpected(let child):
            if Observer.isActive || endsWithUnexpected { try notice(unexpected: event, in: child) }
        }
    }

    @usableFromInline mutating func notice(unexpected event: T.Event, in child: [ChildID]) throws {
        report(.eventUnexpected(event, child: child))
        guard endsWithUnexpected else { return }
        throw TransducerError.unexpectedEvent(
            transducer: "\(T.self)", child: child.map(\.description), state: eventName(storage.storedValue),
            event: eventName(event))
    }

    /// Postpones the event that opened the macrostep.
    @usableFromInline
    mutating func postpone(_ event: T.Event, from sender: Live.Operation?, number: MailNumber) throws {
        guard chain.count == 0 else {
            throw TransducerError.postponedAction(transducer: "\(T.self)", event: eventName(event))
        }
        let postponed = live.postponed ?? Postponed(limit: postponedLimit)
        live.postponed = postponed
        let isFull = postponed.isFull
        let number = postponed.offered == nil ? number : postponed.offeredNumber
        postponed.append(event, from: source(of: sender, in: postponed), number: number)
        guard !isFull else {
            throw TransducerError.tooManyPostponed(
                transducer: "\(T.self)", event: eventName(event), limit: postponed.limit)
        }
        report(.eventPostponed(event))
        for entry in postponed.takeSilenced() {
            instruments?.note(.drops(.queue(entry.number)))
            report(.sendRejected(entry.event, CancellationError()))
        }
    }

    /// The source of the event to postpone; `nil` for an event from outside.
    @inlinable func source(of sender: Live.Operation?, in postponed: Postponed<T.State, T.Event>) -> PostponingSource? {
        switch postponed.offered {
        case .outside?: nil
        case .operation(let source)?: source
        case nil: sender.map { sender in postponed.source(sender.summary, under: sender.namesThatCancel) }
        }
    }

    /// Rejects the remaining postponed events when the machine ends.
    @inlinable mutating func giveUpPostponed() { if existingLive?.postponed != nil { rejectPostponed() } }

    @usableFromInline mutating func rejectPostponed() {
        guard let postponed = existingLive?.postponed.take() else { return }
        for entry in postponed.entries {
            report(.sendRejected(entry.event, entry.isSilenced ? CancellationError() : TransducerError.terminated))
        }
    }
}

extension LiveOperation {
    /// The names of the operation and of the compositions around it.
    @inlinable var namesThatCancel: [EffectName] {
        let space = summary.isActivity ? .activities : scope?.space ?? .effects
        var names = summary.id.map { [EffectName($0, ending: nil, in: space)] } ?? []
        var next = scope
        while let scope = next {
            if let tag = scope.tag { names.append(tag.name) }
            next = scope.parent
        }
        return names
    }
}
