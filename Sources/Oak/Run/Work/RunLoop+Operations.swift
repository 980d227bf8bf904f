extension RunLoop {
    /// Begins an operation.
    @inlinable mutating func begin(
        _ body: Effect.OperationBody, of work: Effect.Work, in scope: Composition?, actor: (any Actor)?
    ) {
        let tag = claimName(of: work, within: scope)
        let summary = EffectSummary(
            kind: work.kind, id: work.id, number: runtime.registry.nextNumber(), child: work.child,
            isActivity: work.traits.isActivity)
        let operation = Operation<T.Event>(summary: summary, role: work.ending.map { .exit($0) } ?? .work)
        operation.scope = scope
        operation.work = function(of: body, after: work.startDelay, for: operation, actor: actor)
        let entry = runtime.registry.insert(operation, in: scope, tag: tag, handler: work.traits.handler)
        report(.effectStarted(summary))
        if let awaited = awaitedTag(of: work, in: scope) {
            wait(operation, for: awaited)
        } else if runtime.isCrowded {
            startLater(entry)
        } else {
            start(entry)
        }
    }

    /// The function that the operation's task calls.
    @inlinable func function(
        of body: Effect.OperationBody, after startDelay: StartDelay?, for operation: Operation<T.Event>,
        actor: (any Actor)?
    ) -> @Sendable () async throws -> Disconnected<T.Event>? {
        let (port, env) = (InputPort(.mailbox(mailbox, from: operation)), SystemIsolated(env))
        do {
            let function = try body.bound(to: env, sendingTo: port, on: actor)
            if case .systemActor = body.place, let actor {
                let bound = BoundOperation(function)
                return { try await bound.perform(after: startDelay, on: actor) }
            }
            guard let startDelay else { return function }
            return {
                try await startDelay.sleep()
                return try await function()
            }
        } catch {
            return { throw error }
        }
    }

    /// Completes the ended macrostep's work for operations.
    ///
    /// Waiting operations continue one at a time, each with all its consequences. Tasks start after the last of them,
    /// because a later operation may take the name of one that has just begun.
    @inlinable mutating func finishMacrostep() {
        if let next = existingRuntime?.due.popFirst() {
            goOn(next)
        } else {
            stepper.hasSequel = false
            forgetDepartures()
            startOperations()
        }
    }

    /// Lets an operation continue, or records its end, after the macrostep.
    @inlinable mutating func goOnLater(_ operation: Operation<T.Event>) {
        runtime.lastDue += 1
        runtime.due.append(operation, number: runtime.lastDue)
        stepper.hasSequel = true
    }

    /// Begins an operation that waited for others to return, or records the end of a waiting step or cancelled
    /// operation.
    @inlinable mutating func goOn(_ operation: Operation<T.Event>) {
        switch operation.role {
        case .work where !operation.isClosed, .exit where !operation.isClosed:
            if let entry = runtime.registry.operations[operation.number] { startLater(entry) }
        case .work, .exit, .wait, .watch: noteEnd(ofWithdrawn: operation)
        }
    }

    @inlinable mutating func noteEnd(ofWithdrawn operation: Operation<T.Event>) {
        // A withdrawn operation has no failure to throw.
        try? noteEnd(of: operation)
    }

    /// Starts the task of an operation.
    @inlinable mutating func start(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        // An end without consequences wakes nothing; the loop notices it with the next event.
        runtime.tasks.start(
            entry.operation, postingTo: mailbox, wakingAtEnd: entry.scope != nil || Observer.isInquisitive)
    }

    /// Starts the task of an operation when the macrostep ends or has to wait.
    @inlinable mutating func startLater(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        entry.operation.startNumber = runtime.registry.nextStart()
        runtime.registry.starting.append(entry, number: entry.operation.startNumber)
        stepper.hasSequel = true
    }

    /// Starts the tasks of operations that have begun.
    @inlinable mutating func startOperations() {
        while let entry = existingRuntime?.registry.starting.popFirst() { start(entry) }
    }

    /// Records the end of an operation, and continues the composition that contains it.
    @inlinable mutating func noteEnd(of operation: Operation<T.Event>) throws {
        if Observer.isActive { stepper.reportRejections() }
        if case .watch = operation.role { return noteEndOfWatch(operation) }
        guard let entry = runtime.registry.remove(operation) else { return }
        if case .wait = operation.role { return noteEndOfWait(entry) }
        release(entry.tag, lost: operation.isClosed)
        runtime.watch.suspects.remove(operation.suspectNumber)
        // Taken out, because an input may retain the operation for long.
        let (error, answer) = (operation.failure.take(), operation.answer.take())
        // A cancelled operation is silent, and one that outlives the mailbox may find it closed.
        let isOver = outcome != nil || operation.isExit
        let findsMailboxClosed = isOver && (error as? TransducerError) == .terminated
        let failure = operation.isClosed || findsMailboxClosed ? nil : error
        report(.effectEnded(operation.summary, failure))
        if let scope = entry.scope { partEnded(of: scope, cancelled: operation.isClosed) }
        if operation.isClosed { return }
        let event = try failure.flatMap { try meaning(of: $0, handledBy: entry.handler, within: entry.scope) }
        if let event {
            process(event, of: operation)
        } else if let answer, !operation.isExit {
            process(answer, of: operation)
        } else if let answer {
            report(.sendRejected(answer, TransducerError.terminated))
        }
    }

    /// Ends the wait of a step of a sequence.
    @inlinable mutating func noteEndOfWait(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        guard let scope = entry.scope else { return }
        if let awaited = entry.awaited { scope.noteAwaited(awaited) }
        partEnded(of: scope, cancelled: entry.operation.isClosed)
    }
}

// MARK: - Names

extension RunLoop {
    /// Claims a name for an effect that is about to begin, cancelling its holder.
    ///
    /// A part of a composition with the same name leaves the name to the composition, and is cancelled with it.
    @inlinable mutating func claimName(of work: Effect.Work, within scope: Composition?) -> NameTag? {
        guard let name = work.name(in: scope) else { return nil }
        let tag = runtime.registry.tags[name]
        if let tag, isWithinBearer(of: tag, scope) { return nil }
        existingRuntime?.postponed?.silence(.name(name))
        if let tag { cancelBearer(of: tag, because: .replaced) }
        return runtime.registry.tag(for: name)
    }

    /// Whether a composition holds a name, or is inside the composition that does.
    @inlinable func isWithinBearer(of tag: NameTag, _ scope: Composition?) -> Bool {
        guard case .composition(let number)? = tag.bearer, let scope,
            let bearer = existingRuntime?.registry.scopes[number]
        else { return false }
        return scope.isWithin(bearer)
    }

    /// The name that an effect has to wait for before it begins, if previous holders have not returned.
    ///
    /// An effect waits if it begins only after the return of the one it replaces, or if it follows a step that waited.
    @inlinable mutating func awaitedTag(of work: Effect.Work, in scope: Composition?) -> NameTag? {
        guard let tag = lingeringTag(of: work, in: scope) else { return nil }
        switch work.traits.replacement {
        case .afterReturn: return tag
        case .atOnce: return scope?.hasAwaited(tag) ?? false ? tag : nil
        }
    }

    /// The effect's name, if cancelled holders have not returned.
    ///
    /// For an exit effect, these include the child's own effects.
    @inlinable mutating func lingeringTag(of work: Effect.Work, in scope: Composition?) -> NameTag? {
        guard let name = work.name(in: scope) else { return nil }
        if let tag = runtime.registry.tags[name], tag.isLingering { return tag }
        guard name.ending != nil, let tag = runtime.registry.tags[EffectName(name.id, ending: nil)], tag.isLingering
        else { return nil }
        return tag
    }

    /// Records the end of an effect that held a name, or has lost it.
    @inlinable mutating func release(_ tag: NameTag?, lost: Bool) {
        guard let tag else { return }
        for number in runtime.registry.release(tag, lost: lost) { endWait(of: number) }
    }

    /// Makes an operation wait until all cancelled holders of a name have returned.
    @inlinable mutating func wait(_ operation: Operation<T.Event>, for tag: NameTag) {
        tag.waiting[operation.number] = ()
        runtime.awaitedTags[operation.number] = tag
        if runtime.awaitedTags.count == 1 { mailbox.heedEnds(true) }
    }

    /// Lets an operation continue that waited for others to return.
    @inlinable mutating func endWait(of number: Int) {
        guard let entry = runtime.registry.operations[number] else { return }
        stopWaiting(entry.operation)
        goOnLater(entry.operation)
    }

    /// Removes an operation from the waiting ones.
    @inlinable mutating func stopWaiting(_ operation: Operation<T.Event>) {
        guard let tag = existingRuntime?.awaitedTags.removeValue(forKey: operation.number) else { return }
        tag.waiting[operation.number] = nil
        if runtime.awaitedTags.isEmpty { mailbox.heedEnds(false) }
    }
}
