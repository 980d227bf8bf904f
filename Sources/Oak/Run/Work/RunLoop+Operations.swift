extension RunLoop {
    /// Begins an operation.
    @inlinable
    mutating func begin(
        _ body: Effect.OperationBody, of work: Effect.Work, in scope: Composition?, actor: (any Actor)?
    ) {
        let tag = claimName(of: work, within: scope)
        let summary = EffectSummary(
            kind: work.kind, id: work.id, number: backstage.registry.nextNumber(), child: work.child,
            isActivity: work.traits.isActivity)
        let operation = Operation<T.Event>(summary: summary, role: work.ending.map { .exit($0) } ?? .work)
        operation.work = function(of: body, after: work.pause, for: operation, actor: actor)
        let entry = backstage.registry.insert(operation, in: scope, tag: tag, handler: work.traits.handler)
        report(.effectStarted(summary))
        if let awaited = awaitedTag(of: work, in: scope) {
            wait(operation, for: awaited)
        } else if backstage.isCrowded {
            startLater(entry)
        } else {
            start(entry)
        }
    }

    /// The function that the task of an operation calls.
    @inlinable
    func function(
        of body: Effect.OperationBody, after pause: Pause?, for operation: Operation<T.Event>, actor: (any Actor)?
    ) -> @Sendable () async throws -> Unchecked<T.Event>? {
        let port = InputPort(mailbox: mailbox, operation: operation)
        let env = Unchecked(env)
        switch body {
        case .ownIsolation(let function):
            let input = T.Input(port)
            // Such a function is only accepted with an environment that is `Sendable`.
            return {
                nonisolated(unsafe) let env = env.value
                if let pause { try await pause.sleep() }
                try await function(env, input)
                return nil
            }
        case .answering(let function):
            let input = T.Input(port)
            // As above; nobody but the loop gets the answer.
            return {
                nonisolated(unsafe) let env = env.value
                if let pause { try await pause.sleep() }
                return try await function(env, input)
            }
        case .systemActor(let function):
            let input = T.Input(port)
            // Any other environment is on this actor already.
            return {
                guard let actor else { throw MissingActor() }
                nonisolated(unsafe) let env = env.value
                if let pause { try await pause.sleep() }
                try await function(env, input, actor)
                return nil
            }
        case .lifted(_, let make):
            do {
                let body = try make(env, port, actor)
                return {
                    if let pause { try await pause.sleep() }
                    return try await body()
                }
            } catch {
                return { throw error }
            }
        }
    }

    /// Does what the macrostep that has ended has left to do for operations.
    ///
    /// Those that have been waiting go on one after the other, each with everything that it leads to, and tasks start behind the
    /// last of them: the next one may take the name of what this one has begun.
    @inlinable
    mutating func finishMacrostep() {
        if let next = existingBackstage?.due.popFirst() {
            goOn(next)
        } else {
            stepper.hasSequel = false
            forgetDepartures()
            startOperations()
        }
    }

    /// Has an operation go on, or its end noted, when the macrostep has ended.
    @inlinable
    mutating func goOnLater(_ operation: Operation<T.Event>) {
        backstage.lastDue += 1
        backstage.due.append(operation, number: backstage.lastDue)
        stepper.hasSequel = true
    }

    /// Lets an operation begin that has been waiting for others to return, or notes the end of a step that has, or of an
    /// operation that was cancelled.
    @inlinable
    mutating func goOn(_ operation: Operation<T.Event>) {
        switch operation.role {
        case .work where !operation.isClosed, .exit where !operation.isClosed:
            if let entry = backstage.registry.operations[operation.number] { startLater(entry) }
        case .work, .exit, .wait, .watch: noteEnd(ofWithdrawn: operation)
        }
    }

    @inlinable
    mutating func noteEnd(ofWithdrawn operation: Operation<T.Event>) {
        // It has no failure that could be thrown.
        try? noteEnd(of: operation)
    }

    /// Starts the task of an operation.
    @inlinable
    mutating func start(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        // Nobody waits for an end that changes nothing; it is noticed when the next event is.
        backstage.tasks.start(
            entry.operation, postingTo: mailbox, wakingAtEnd: entry.scope != nil || Observer.isInquisitive)
    }

    /// Starts the task of an operation when the macrostep has ended, or has to wait for something.
    @inlinable
    mutating func startLater(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        entry.operation.startNumber = backstage.registry.nextStart()
        backstage.registry.starting.append(entry, number: entry.operation.startNumber)
        stepper.hasSequel = true
    }

    /// Starts the tasks of operations that have begun.
    @inlinable
    mutating func startOperations() {
        while let entry = existingBackstage?.registry.starting.popFirst() { start(entry) }
    }

    /// Notes that an operation has ended, and goes on with the composition that it is a part of.
    @inlinable
    mutating func noteEnd(of operation: Operation<T.Event>) throws {
        if Observer.isActive { stepper.reportRejections() }
        if case .watch = operation.role { return noteEndOfWatch(operation) }
        guard let entry = backstage.registry.remove(operation) else { return }
        if case .wait = operation.role { return noteEndOfWait(entry) }
        release(entry.tag, lost: operation.isClosed)
        backstage.watch.suspects.remove(operation.suspectNumber)
        // Taken out, because somebody may hold the operation's input for long.
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

    /// Notes that a step of a sequence need not wait any longer.
    @inlinable
    mutating func noteEndOfWait(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        guard let scope = entry.scope else { return }
        if let awaited = entry.awaited { scope.noteAwaited(awaited) }
        partEnded(of: scope, cancelled: entry.operation.isClosed)
    }
}

// MARK: - Names

extension RunLoop {
    /// Frees a name for an effect that is about to begin: what bears it is cancelled.
    ///
    /// A part of a composition of that name is cancelled with the composition, and leaves the name to it.
    @inlinable
    mutating func claimName(of work: Effect.Work, within scope: Composition?) -> NameTag? {
        guard let name = work.name else { return nil }
        existingBackstage?.postponed?.silence(name)
        if let tag = backstage.registry.tags[name] {
            if isWithinBearer(of: tag, scope) { return nil }
            cancelBearer(of: tag, because: .replaced)
        }
        return backstage.registry.tag(for: name)
    }

    /// Whether a composition is what bears a name, or lies within it.
    @inlinable
    func isWithinBearer(of tag: NameTag, _ scope: Composition?) -> Bool {
        guard case .composition? = tag.bearer, let scope else { return false }
        return scope.goes(by: tag)
    }

    /// The name for which an effect waits that is about to begin: others that bore it have not returned, and it was told not to
    /// begin beside them, or comes behind a step that has waited for them.
    @inlinable
    mutating func awaitedTag(of work: Effect.Work, in scope: Composition?) -> NameTag? {
        guard let tag = lingeringTag(of: work) else { return nil }
        switch work.traits.replacement {
        case .afterReturn: return tag
        case .atOnce: return scope?.hasAwaited(tag) ?? false ? tag : nil
        }
    }

    /// The name of which others have not returned that have lost it.
    ///
    /// For what a child that has ended still has to do, that may be one of the child's own effects.
    @inlinable
    mutating func lingeringTag(of work: Effect.Work) -> NameTag? {
        guard let name = work.name else { return nil }
        if let tag = backstage.registry.tags[name], tag.isLingering { return tag }
        guard name.ending != nil, let tag = backstage.registry.tags[EffectName(name.id, ending: nil)], tag.isLingering
        else { return nil }
        return tag
    }

    /// Notes that an effect which bore a name, or has lost it, has ended.
    @inlinable
    mutating func release(_ tag: NameTag?, lost: Bool) {
        guard let tag else { return }
        for number in backstage.registry.release(tag, lost: lost) { endWait(of: number) }
    }

    /// Lets an operation go on when nothing of a name is left that was cancelled.
    @inlinable
    mutating func wait(_ operation: Operation<T.Event>, for tag: NameTag) {
        tag.waiting[operation.number] = ()
        backstage.awaitedTags[operation.number] = tag
        if backstage.awaitedTags.count == 1 { mailbox.heedEnds(true) }
    }

    /// Lets an operation go on that has been waiting for others to return.
    @inlinable
    mutating func endWait(of number: Int) {
        guard let entry = backstage.registry.operations[number] else { return }
        stopWaiting(entry.operation)
        goOnLater(entry.operation)
    }

    /// Notes that an operation waits for others no longer.
    @inlinable
    mutating func stopWaiting(_ operation: Operation<T.Event>) {
        guard let tag = existingBackstage?.awaitedTags.removeValue(forKey: operation.number) else { return }
        tag.waiting[operation.number] = nil
        if backstage.awaitedTags.isEmpty { mailbox.heedEnds(false) }
    }
}
