// Effects that last: operations and compositions, from their beginning to their end.

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

    /// Whether the driver carries out orders now, and not when the macrostep ends or waits for a function: its rest may
    /// cancel an operation, which then never begins.
    ///
    /// - Parameter isWaiting: Whether the macrostep waits.
    @inlinable
    @inline(__always)
    mutating func ordersAreDue(whileWaiting isWaiting: Bool) -> Bool {
        if stack.isEmpty || isWaiting { return true }
        if !(existingLive?.orders.isEmpty ?? true) { hasSequel = true }
        return false
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

// MARK: - Compositions

extension Interpreter {
    /// Begins a composition.
    @inlinable mutating func open(
        _ work: Effect.Work, _ parts: [Effect], flow: Composition.Flow, in parent: Composition?, at time: Int
    ) {
        let tag = claimName(of: work, within: parent, in: live)
        let summary = EffectSummary(
            kind: work.kind, id: work.id, number: live.registry.nextNumber(), child: work.child,
            isActivity: work.traits.isActivity)
        let scope = Composition(work, parts: parts, summary: summary, flow: flow, tag: tag, parent: parent, time: time)
        live.registry.insert(scope)
        report(.effectStarted(scope.summary))
        if let awaited = awaitedTag(of: work, in: parent, holding: tag, in: live) {
            scope.live += 1
            wait(for: awaited, before: work, in: scope)
        } else {
            enqueue(scope)
        }
    }

    /// Queues a composition to continue after everything above it on the stack.
    @inlinable mutating func enqueue(_ scope: Composition) {
        guard !scope.isQueued else { return }
        scope.isQueued = true
        stack.append(Entry(.resume(scope), at: scope.time))
    }

    /// Begins the next part of a composition, or ends the composition if nothing is left.
    @inlinable mutating func resume(_ scope: Composition) {
        scope.isQueued = false
        guard scope.isGoingOn, let next = scope.remaining.popFirst() else {
            if scope.live == 0 { close(scope) }
            return
        }
        let part = live.registry.withdrawn.contain(next, in: scope) ? .nothing : remainder(of: next, since: scope.time)
        if scope.remaining.isEmpty { live.registry.expectant.remove(scope.number) }
        if part.isLasting { scope.live += 1 }
        switch scope.flow {
        case .oneAfterTheOther where part.isLasting: break  // Continues when this part has ended.
        case .oneAfterTheOther, .sideBySide: enqueue(scope)
        }
        push(part.content, in: scope, at: scope.time)
    }

    /// Returns the next part of a composition, reduced to its exit effects if its child has departed.
    @inlinable func remainder(of part: Effect, since time: Int) -> Effect {
        departures == nil ? part : remainderAfterDepartures(of: part, since: time)
    }

    @usableFromInline func remainderAfterDepartures(of part: Effect, since time: Int) -> Effect {
        guard let departures = departures, departures.count > 0,
            case .work(let work) = part.content, work.traits.owner.path != nil,
            departures.hasDeparted(work.owner, since: time)
        else { return part }
        return .all(part.exits) ?? .nothing
    }

    /// Records the end of a lasting part of a composition.
    @inlinable mutating func partEnded(of scope: Composition, cancelled: Bool) {
        scope.live -= 1
        switch (scope.flow, scope.standing) {
        // Later steps would depend on the cancelled one.
        case (.oneAfterTheOther, .goingOn) where cancelled: lose(scope)
        case (.oneAfterTheOther, .goingOn), (.sideBySide, .goingOn), (_, .failed), (_, .cancelled): break
        }
        if scope.live == 0 { enqueue(scope) }
    }

    @inlinable mutating func close(_ scope: Composition) {
        live.registry.remove(scope)
        scope.handler = nil
        scope.remaining = []
        if let tag = scope.tag { release(tag, lost: scope.isCancelled, in: live) }
        report(.effectEnded(scope.summary, scope.failure))
        if scope.isLasting, let parent = scope.parent { partEnded(of: parent, cancelled: scope.isCancelled) }
    }

    /// Marks a composition as cancelled, so that no more of it begins.
    @inlinable mutating func lose(_ scope: Composition) {
        scope.standing = .cancelled
        scope.tag?.lose()
    }

    /// Cancels everything in a composition, at any depth.
    ///
    /// - Complexity: O(*n* log *n*), where *n* is the number of operations and compositions in it.
    @usableFromInline mutating func cancelParts(of scope: Composition, because reason: CancellationReason) {
        var numbers = scope.operations.numbers
        var ahead = scope.scopes.numbers
        while let part = ahead.popLast().flatMap({ live.registry.scopes[$0] }) {
            // A composition that was cancelled before contains nothing left to cancel.
            if part.isCancelled { continue }
            lose(part)
            report(.effectCancelled(part.summary, reason))
            numbers += part.operations.numbers
            ahead += part.scopes.numbers
        }
        for number in numbers.sorted() { cancel(number, because: reason) }
    }
}

// MARK: - Errors

extension Interpreter {
    /// Turns an error into an event, using the handler of the effect or that of the innermost composition around it.
    ///
    /// A composition that handles an error ends: its other parts are cancelled.
    ///
    /// - Parameters:
    ///   - handler: The effect's own handler.
    ///   - scope: The composition that contains the effect.
    /// - Returns: The event, or `nil` if the handler returns none, as that of an exit effect does.
    /// - Throws: The error, if nothing handles it.
    @usableFromInline mutating func meaning(
        of error: any Error, handledBy handler: Effect.Handler?, within scope: Composition?
    ) throws -> T.Event? {
        if let handler { return handler(error) }
        var next = scope
        while let scope = next {
            if let handler = scope.handler, scope.isGoingOn {
                scope.standing = .failed(error)
                cancelParts(of: scope, because: .partFailed)
                return handler(error)
            }
            next = scope.parent
        }
        throw error
    }

    /// Continues after an error of an action.
    @usableFromInline
    mutating func recover(from error: any Error, of work: Effect.Work, in scope: Composition?) throws {
        report(.effectEnded(EffectSummary(ofInstant: work), error))
        if let event = try meaning(of: error, handledBy: work.traits.handler, within: scope) {
            stack.append(Entry(.event(event), at: now))
        }
    }
}

extension EffectSummary {
    /// Creates the summary of an effect that ends as soon as it begins.
    @inlinable init<Event, Env, Input>(ofInstant work: TransducerEffect<Event, Env, Input>.Work) {
        self.init(kind: work.kind, id: work.id, number: 0, child: work.child)
    }
}

// MARK: - Cancellation

extension Interpreter {
    /// Carries out a cancellation. As a part of a composition, it lasts until the cancelled effects have returned.
    @inlinable mutating func carryOutCancellation(_ work: Effect.Work, in scope: Composition?) {
        report(.effectStarted(EffectSummary(ofInstant: work)))
        let name = work.name(in: scope)
        if let name {
            existingLive?.postponed?.silence(.name(name))
            existingLive?.registry.withdraw(name, within: scope)
        }
        if let tag = name.flatMap({ live.registry.tags[$0] }), tag.isInUse {
            let isOwn = isWithinBearer(of: tag, scope)
            cancelBearer(of: tag, because: .cancelTask)
            if let scope, !isOwn { return wait(for: tag, before: work, in: scope) }
        } else if let scope, let tag = lingeringTag(of: work, in: scope, in: live) {
            return wait(for: tag, before: work, in: scope)
        }
        if let scope { partEnded(of: scope, cancelled: false) }
    }

    /// Continues a composition in a later macrostep, once all cancelled holders of a name have returned.
    @usableFromInline mutating func wait(for tag: NameTag, before work: Effect.Work, in scope: Composition) {
        let summary = EffectSummary(
            kind: .cancelTask, id: work.id, number: live.registry.nextNumber(), child: work.child)
        let step = Live.Operation(summary, as: .wait, of: nil, in: scope, awaiting: tag)
        live.registry.insert(step)
        if tag.isLingering { wait(step, for: tag) } else { goOnLater(step) }
    }

    /// Cancels the effect that holds a name, if any.
    @inlinable mutating func cancelBearer(of tag: NameTag, because reason: CancellationReason) {
        switch tag.bearer {
        case .operation(let number)?: cancel(number, because: reason)
        case .composition(let number)?:
            if let scope = live.registry.scopes[number] { cancel(scope, because: reason) }
        case nil: break
        }
    }

    @inlinable mutating func cancel(_ scope: Composition, because reason: CancellationReason) {
        // A departure of its child may have cancelled it already.
        guard !scope.isCancelled else { return }
        lose(scope)
        report(.effectCancelled(scope.summary, reason))
        cancelParts(of: scope, because: reason)
    }

    /// Cancels the operation with a number.
    @inlinable mutating func cancel(_ number: Int, because reason: CancellationReason) {
        guard let operation = live.registry.operations[number] else { return }
        live.postponed?.silence(number)
        if operation.isCancelled { return }
        operation.isCancelled = true
        operation.tag?.lose()
        if operation.isWork {
            live.registry.working -= 1
            report(.effectCancelled(operation.summary, reason))
        }
        if operation.isStarted { live.orders.append(.cancel(operation)) } else { withdraw(operation) }
    }

    /// Ends an operation that has not started.
    @usableFromInline mutating func withdraw(_ operation: Live.Operation) {
        stopWaiting(operation)
        operation.effect = nil
        // The composition continues after the macrostep that cancelled its part.
        if operation.scope == nil { endWithdrawn(operation) } else { goOnLater(operation) }
    }

    /// Cancels all effects of a child; its pending answers from before a time are dropped when their turn comes.
    @inlinable mutating func depart(_ child: [ChildID], because reason: CancellationReason, at time: Int) {
        if !stack.isEmpty || !(existingLive?.registry.expectant.isEmpty ?? true) {
            departures?.note(child, at: time)
        }
        hasSequel = true
        guard let existingLive else { return }
        activityCount -= existingLive.activities?.remove(child) ?? 0
        let numbers = existingLive.registry.children.effects(of: child)
        var exits: [Effect] = []
        for scope in numbers.compactMap({ existingLive.registry.scopes[$0] }) where !scope.isCancelled {
            lose(scope)
            exits += scope.remaining.flatMap { $0.exits }
            report(.effectCancelled(scope.summary, reason))
        }
        for number in numbers { cancel(number, because: reason) }
        if let exits = Effect.all(exits) { push(exits.content, at: time) }
    }

    /// The same for a machine that declares no children, and so has departures only in the effects of another.
    // Not inlined, so that such machines do without a copy of their own.
    @usableFromInline
    mutating func departElsewhere(_ child: [ChildID], because reason: CancellationReason, at time: Int) {
        depart(child, because: reason, at: time)
    }

    /// Removes the departures that no pending answer precedes.
    @inlinable mutating func forgetDepartures() {
        guard let departures, stack.isEmpty else { return }
        if existingLive?.registry.expectant.isEmpty ?? true {
            self.departures = nil
        } else if departures.count > 2 * departures.kept + 64 {
            forgetMostDepartures()
        }
    }

    @usableFromInline func forgetMostDepartures() {
        let compositions = existingLive?.registry.expectant.elements ?? []
        departures?.forgetAll(but: compositions.flatMap { $0.remaining.flatMap { $0.owners(in: T.self) } })
    }

    /// Ends the machine: takes no more events, and cancels everything that is live.
    ///
    /// - Parameter sparesExits: Whether the exit effects of children run to completion.
    @inlinable mutating func end(sparingExits sparesExits: Bool) {
        hasEnded = true
        giveUpPostponed()
        cancelAll(sparingExits: sparesExits)
    }

    /// Clears the stack and cancels everything that is live.
    ///
    /// - Parameter sparesExits: Whether the exit effects of children run to completion.
    @inlinable mutating func cancelAll(sparingExits sparesExits: Bool = false) {
        if !stack.isEmpty || existingLive != nil { cancelEverything(sparingExits: sparesExits) }
    }

    @usableFromInline mutating func cancelEverything(sparingExits sparesExits: Bool) {
        var exits: [Effect] = []
        stack.removeAll { entry in
            switch entry.todo {
            case .event, .answer: return true
            case .rest(let effects):
                if sparesExits { exits += effects.flatMap { $0.exits } }
                return true
            case .work(let work, let scope):
                if sparesExits, work.ending != nil { return false }
                if sparesExits { exits += Effect(content: .work(work)).exits }
                if work.isLasting { scope?.live -= 1 }
                return true
            case .resume(let scope): return !(sparesExits && scope.isExit)
            }
        }
        for scope in existingLive?.registry.scopes.elements ?? [] where !(sparesExits && scope.isExit) {
            if !scope.isCancelled {
                lose(scope)
                if sparesExits { exits += scope.remaining.flatMap { $0.exits } }
                report(.effectCancelled(scope.summary, .machineEnded))
            }
            scope.isQueued = false
            if scope.live == 0 { enqueue(scope) }
        }
        for entry in existingLive?.registry.operations.elements ?? [] where !(sparesExits && entry.isPartOfExit) {
            cancel(entry.number, because: .machineEnded)
        }
        if let exits = Effect.all(exits) { push(exits.content) }
    }
}
