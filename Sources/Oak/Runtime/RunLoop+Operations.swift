extension RunLoop {
    /// Begins an operation. Its task starts at the end of the macrostep: if it is cancelled before, there is no need of one.
    @inlinable
    mutating func begin(
        _ body: Effect.OperationBody, of work: Effect.Work, in scope: Composition?, actor: (any Actor)?
    ) {
        let tag = claimName(of: work, within: scope)
        let summary = EffectSummary(
            kind: work.kind, id: work.id, number: backstage.registry.nextNumber(), component: work.owner)
        let operation = Operation<T.Event>(summary: summary, role: work.ending.map { .exit($0) } ?? .work)
        operation.work = function(of: body, after: work.pause, for: operation, actor: actor)
        let entry = backstage.registry.insert(operation, in: scope, tag: tag, handler: work.traits.handler)
        report(.effectStarted(summary))
        switch work.traits.replacement {
        case .afterReturn where tag?.isLingering ?? false: wait(entry, for: tag)
        case .afterReturn, .atOnce: backstage.registry.starting.append(entry, number: operation.number)
        }
        stepper.hasStarting = true
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
            return {
                nonisolated(unsafe) let env = env.value
                if let pause { try await pause.sleep() }
                return try await function(env)
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

    /// Starts the tasks of operations that have begun.
    @inlinable
    mutating func startOperations() {
        stepper.hasStarting = false
        while let entry = existingBackstage?.registry.starting.popFirst() {
            // Nobody waits for an end that changes nothing; it is noticed when the next event is.
            backstage.tasks.start(
                entry.operation, postingTo: mailbox,
                wakingAtEnd: entry.scope != nil || Observer.isInquisitive)
        }
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
        // A cancelled operation is silent, and one that outlives the mailbox may find it closed.
        let isOver = outcome != nil || operation.isExit
        let findsMailboxClosed = isOver && (operation.failure as? TransducerError) == .terminated
        let isHarmless = operation.isClosed || findsMailboxClosed
        let failure = isHarmless ? nil : operation.failure
        report(.effectEnded(operation.summary, failure))
        if let scope = entry.scope { partEnded(of: scope, cancelled: operation.isClosed) }
        if operation.isClosed { return }
        let event = try failure.map { try meaning(of: $0, handledBy: entry.handler, within: entry.scope) }
        if let answer = event ?? operation.answer { process(answer, of: operation) }
    }

    /// Notes that a step of a sequence need not wait any longer.
    @inlinable
    mutating func noteEndOfWait(_ entry: Registry<T.Event, T.Env, T.Input>.Entry) {
        if let scope = entry.scope { partEnded(of: scope, cancelled: entry.operation.isClosed) }
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
        let tag = backstage.registry.tag(for: name)
        if case .composition? = tag.bearer, let scope, scope.goes(by: tag) { return nil }
        cancelBearer(of: tag, because: .replaced)
        return tag
    }

    /// Notes that an effect which bore a name, or has lost it, has ended.
    @inlinable
    mutating func release(_ tag: NameTag?, lost: Bool) {
        guard let tag else { return }
        for number in backstage.registry.release(tag, lost: lost) { endWait(of: number) }
    }

    /// Lets an operation begin when nothing of a name is left that was cancelled.
    @inlinable
    mutating func wait(_ entry: Registry<T.Event, T.Env, T.Input>.Entry, for tag: NameTag?) {
        guard let tag else { return }
        let number = entry.operation.number
        tag.waiting.append((), number: number)
        backstage.awaitedTags[number] = tag
        if backstage.awaitedTags.count == 1 { mailbox.heedEnds(true) }
    }

    /// Lets an operation begin that has been waiting for others to return.
    @inlinable
    mutating func endWait(of number: Int) {
        guard let entry = backstage.registry.operations[number] else { return }
        stopWaiting(entry.operation)
        switch entry.operation.role {
        case .work, .exit, .watch:
            backstage.registry.starting.append(entry, number: number)
            stepper.hasStarting = true
        case .wait:
            _ = backstage.registry.remove(entry.operation)
            noteEndOfWait(entry)
        }
    }

    /// Notes that an operation waits for others no longer.
    @inlinable
    mutating func stopWaiting(_ operation: Operation<T.Event>) {
        guard let tag = existingBackstage?.awaitedTags.removeValue(forKey: operation.number) else { return }
        tag.waiting.remove(operation.number)
        if backstage.awaitedTags.isEmpty { mailbox.heedEnds(false) }
    }
}
