extension Interpreter {
    /// Begins an operation.
    @inlinable mutating func begin(_ work: consuming Effect.Work, in scope: Composition?) {
        let live = live
        let tag = claimName(of: work, within: scope, in: live)
        let awaited = awaitedTag(of: work, in: scope, holding: tag, in: live)
        let delay = instruments == nil ? nil : work.startDelay?.seconds
        let operation = Live.Operation(
            EffectSummary(
                kind: work.kind, id: work.id, number: live.registry.nextNumber(), child: work.child,
                isActivity: work.traits.isActivity),
            as: work.ending == nil ? .work : .exit, of: work, in: scope, tag: tag)
        live.registry.insert(operation)
        report(.effectStarted(operation.summary))
        if let delay { instruments?.note(.delays(operation.summary, seconds: delay)) }
        if let awaited {
            wait(operation, for: awaited)
        } else if live.isCrowded {
            startLater(operation)
        } else {
            live.orders.append(.start(operation))
        }
    }

    /// Completes the ended macrostep's work for operations.
    ///
    /// Waiting operations continue one at a time, each with all its consequences. Tasks start after the last of them,
    /// because a later operation may take the name of one that has just begun.
    @inlinable mutating func finishMacrostep() {
        if let next = existingLive?.due.popFirst() {
            goOn(next)
        } else {
            hasSequel = false
            forgetDepartures()
            startOperations()
        }
    }

    /// Lets an operation continue, or records its end, after the macrostep.
    @inlinable mutating func goOnLater(_ operation: Live.Operation) {
        live.lastDue += 1
        live.due.append(operation, number: live.lastDue)
        hasSequel = true
    }

    /// Begins an operation that waited for others to return, or records the end of a waiting step or cancelled
    /// operation.
    @inlinable mutating func goOn(_ operation: Live.Operation) {
        if operation.isWork, !operation.isCancelled { startLater(operation) } else { endWithdrawn(operation) }
    }

    @usableFromInline mutating func endWithdrawn(_ operation: Live.Operation) {
        // A withdrawn operation has no failure to throw.
        try? end(operation, throwing: nil, answering: nil)
    }

    /// Starts an operation when the macrostep ends or has to wait.
    @inlinable mutating func startLater(_ operation: Live.Operation) {
        live.starting.append(operation)
        hasSequel = true
    }

    /// Starts the operations that have begun.
    @inlinable mutating func startOperations() {
        guard let live = existingLive, !live.starting.isEmpty else { return }
        for operation in live.starting where !operation.isCancelled { live.orders.append(.start(operation)) }
        live.starting.removeAll(keepingCapacity: live.starting.capacity <= 1024)
    }

    /// Records the end of an operation, and continues the composition that contains it.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - error: The error that it has thrown.
    ///   - answer: The event made from its result.
    @inlinable
    mutating func end(_ operation: Live.Operation, throwing error: (any Error)?, answering answer: T.Event?) throws {
        guard let live = existingLive, live.registry.remove(operation) else { return }
        if operation.role == .wait { return endWait(of: operation) }
        let handler = operation.handler.take()
        if let tag = operation.tag { release(tag, lost: operation.isCancelled, in: live) }
        // A cancelled operation is silent, and one that outlives the mailbox may find it closed.
        let isOver = hasEnded || operation.isExit
        let findsMailboxClosed = isOver && (error as? TransducerError) == .terminated
        let failure = operation.isCancelled || findsMailboxClosed ? nil : error
        report(.effectEnded(operation.summary, failure))
        if let scope = operation.scope { partEnded(of: scope, cancelled: operation.isCancelled) }
        if operation.isCancelled { return }
        let event = try failure.flatMap { try meaning(of: $0, handledBy: handler, within: operation.scope) }
        if let event {
            process(event, of: operation.number)
        } else if let answer, !operation.isExit {
            process(answer, of: operation.number)
        } else if let answer {
            report(.sendRejected(answer, TransducerError.terminated))
        }
    }

    /// Records the end of an operation, if nothing but the interpreter has to know of it.
    ///
    /// - Returns: Whether that is so.
    @inlinable mutating func endsQuietly(_ operation: Operation<T.Event>) -> Bool {
        guard !Observer.isActive, operation.failure == nil, operation.isWork else { return false }
        // Without a failure, nothing is thrown. Every operation that does work is one of the interpreter.
        let answer = operation.answer.take()?.event
        try? end(unsafeDowncast(operation, to: Live.Operation.self), throwing: nil, answering: answer)
        return true
    }

    /// Ends the wait of a step of a sequence.
    @usableFromInline mutating func endWait(of operation: Live.Operation) {
        guard let scope = operation.scope else { return }
        if let awaited = operation.awaited { scope.noteAwaited(awaited) }
        partEnded(of: scope, cancelled: operation.isCancelled)
    }

    /// Processes the event made from the result or error of an operation.
    @inlinable mutating func process(_ answer: T.Event, of number: Int) {
        // A machine that has ended takes no more events.
        if hasEnded {
            report(.sendRejected(answer, TransducerError.terminated))
        } else {
            if isObserved { report(.eventTaken(answer, from: .operation(number))) }
            stack.append(Entry(.answer(answer), at: now))
        }
    }
}

// MARK: - Names

extension Interpreter {
    /// Claims a name for an effect that is about to begin, cancelling its holder.
    ///
    /// A part of a composition with the same name leaves the name to the composition, and is cancelled with it.
    @inlinable mutating func claimName(of work: Effect.Work, within scope: Composition?, in live: Live) -> NameTag? {
        guard let name = work.name(in: scope) else { return nil }
        guard let tag = live.registry.tags[name] else {
            live.postponed?.silence(.name(name))
            let new = NameTag(name)
            live.registry.tags.insert(new)
            return new
        }
        if isWithinBearer(of: tag, scope) { return nil }
        live.postponed?.silence(.name(name))
        cancelBearer(of: tag, because: .replaced)
        if !tag.isInUse { live.registry.tags.takeUp(tag) }
        return tag
    }

    /// Whether a composition holds a name, or is inside the composition that does.
    @inlinable func isWithinBearer(of tag: NameTag, _ scope: Composition?) -> Bool {
        guard case .composition(let number)? = tag.bearer, let scope,
            let bearer = existingLive?.registry.scopes[number]
        else { return false }
        return scope.isWithin(bearer)
    }

    /// The name that an effect has to wait for before it begins, if previous holders have not returned.
    ///
    /// An effect waits if it begins only after the return of the one it replaces, or if it follows a step that waited.
    ///
    /// - Parameter held: The name, if the effect has claimed it.
    @inlinable func awaitedTag(
        of work: Effect.Work, in scope: Composition?, holding held: NameTag?, in live: Live
    ) -> NameTag? {
        let lingering = work.ending == nil && held != nil ? held : lingeringTag(of: work, in: scope, in: live)
        guard let tag = lingering, tag.isLingering else { return nil }
        switch work.traits.replacement {
        case .afterReturn: return tag
        case .atOnce: return scope?.hasAwaited(tag) ?? false ? tag : nil
        }
    }

    /// The effect's name, if cancelled holders have not returned.
    ///
    /// For an exit effect, these include the child's own effects.
    @inlinable func lingeringTag(of work: Effect.Work, in scope: Composition?, in live: Live) -> NameTag? {
        guard let name = work.name(in: scope) else { return nil }
        if let tag = live.registry.tags[name], tag.isLingering { return tag }
        guard name.ending != nil, let tag = live.registry.tags[EffectName(name.id, ending: nil)], tag.isLingering
        else { return nil }
        return tag
    }

    /// Records the end of an effect that held a name, or has lost it.
    @inlinable mutating func release(_ tag: NameTag, lost: Bool, in live: Live) {
        live.registry.tags.release(tag, lost: lost)
        if lost, !tag.isLingering { endWaits(for: tag) }
    }

    /// Lets the operations continue that waited for the return of all that had lost a name.
    @usableFromInline mutating func endWaits(for tag: NameTag) {
        for number in tag.waiting.keys.sorted() { endWait(of: number) }
        tag.waiting = [:]
    }

    /// Makes an operation wait until all cancelled holders of a name have returned.
    @usableFromInline mutating func wait(_ operation: Live.Operation, for tag: NameTag) {
        tag.waiting[operation.number] = ()
        live.awaitedTags[operation.number] = tag
    }

    /// Lets an operation continue that waited for others to return.
    @usableFromInline mutating func endWait(of number: Int) {
        guard let operation = live.registry.operations[number] else { return }
        stopWaiting(operation)
        goOnLater(operation)
    }

    /// Removes an operation from the waiting ones.
    @usableFromInline mutating func stopWaiting(_ operation: Live.Operation) {
        guard let tag = existingLive?.awaitedTags.removeValue(forKey: operation.number) else { return }
        tag.waiting[operation.number] = nil
    }

    /// Whether the return of any operation may let others begin.
    @inlinable var awaitsReturns: Bool { !(existingLive?.awaitedTags.isEmpty ?? true) }
}
