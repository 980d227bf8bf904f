extension Interpreter {
    /// Pending work on the stack.
    @usableFromInline enum Todo {
        /// Process an action event.
        case event(T.Event)
        /// Process the event made from the end of an operation.
        case answer(T.Event)
        /// Carry out an effect, which may be a part of a composition.
        case work(Effect.Work, Composition?)
        /// Carry out the rest of a list.
        case rest(ArraySlice<Effect>)
        /// Resume a composition.
        case resume(Composition)
    }

    /// An entry of the stack.
    @usableFromInline struct Entry {
        @usableFromInline let todo: Todo
        /// The child that has answered an event; `own` for work, which holds its owner itself.
        @usableFromInline let origin: Origin
        /// The time of the answer; see ``Departures``.
        @usableFromInline let time: Int

        @inlinable init(_ todo: Todo, from origin: Origin = .own, at time: Int) {
            self.todo = todo
            self.origin = origin
            self.time = time
        }
    }

    /// Puts an effect on top of the stack.
    ///
    /// - Parameters:
    ///   - content: The effect.
    ///   - scope: The composition that it is a part of.
    ///   - time: When it was answered; `nil` if that is now.
    @inlinable mutating func push(_ content: Effect.Content, in scope: Composition? = nil, at time: Int? = nil) {
        switch content {
        case .event(let event, let origin): stack.append(Entry(.event(event), from: origin, at: time ?? now))
        case .events(let events, let origin):
            for event in events.reversed() { stack.append(Entry(.event(event), from: origin, at: time ?? now)) }
        // Replies among other effects were resolved with the transition.
        case .reply: break
        case .work(let work):
            if work.nature.hasDeparture { advanceClock() }
            switch work.form {
            // A part of a composition ends as a whole.
            case .list(let effects) where scope != nil:
                let owner = scope?.ending.map { Effect.Work.Owner.ended(nil, $0) }
                let whole = Effect.Work(.combination(effects), .init(owner: owner ?? .machine))
                stack.append(Entry(.work(whole, scope), at: time ?? now))
            case .list(let effects): pushNext(of: effects[...], at: time ?? now)
            case .action, .operation, .cancellation, .sequence, .combination, .departure, .rejection, .mistake:
                stack.append(Entry(.work(work, scope), at: time ?? now))
            }
        }
    }

    /// Puts the first part of a list on the stack, and the rest of the list as one entry below it.
    @inlinable mutating func pushNext(of effects: ArraySlice<Effect>, at time: Int) {
        // A loop instead of recursion: a list may be nested as deep as it is long.
        var next = effects
        while let first = next.popFirst() {
            if !next.isEmpty { stack.append(Entry(.rest(next), at: time)) }
            guard case .work(let work) = first.content, case .list(let parts) = work.form else {
                return push(first.content, at: time)
            }
            next = parts[...]
        }
    }

    // MARK: Departures

    /// The time on the clock of departures.
    @inlinable var now: Int { departures?.clock ?? 0 }

    /// Separates later answers from those on the stack.
    @inlinable mutating func advanceClock() {
        let departures = departures ?? Departures()
        self.departures = departures
        departures.clock += 1
    }

    /// Whether the child of an entry has not departed since its answer.
    @inlinable
    @inline(never)
    func remains(_ entry: Entry) -> Bool {
        guard let departures, departures.count > 0 else { return true }
        switch entry.todo {
        case .event where entry.origin.isOwn: return true
        case .event: return !departures.hasDeparted(entry.origin.names(in: T.self), since: entry.time)
        case .work(let work, _):
            return work.traits.owner.path == nil || !departures.hasDeparted(work.owner, since: entry.time)
        case .answer, .rest, .resume: return true
        }
    }

    /// Keeps the exit effects of ended children when their entry is dropped.
    @usableFromInline mutating func pushExits(of entry: Entry) {
        guard case .work(let work, _) = entry.todo, let exits = Effect.all(Effect(content: .work(work)).exits) else {
            return
        }
        push(exits.content, at: entry.time)
    }
}

// MARK: - Carrying out

extension Interpreter {
    /// Carries out an entry of the stack.
    ///
    /// - Returns: The function to call, if any.
    @inlinable mutating func carryOut(_ entry: Entry) throws -> PendingCall<T>? {
        switch entry.todo {
        // Answers of exit effects are dropped.
        case .event, .answer: break
        case .rest(let effects): pushNext(of: effects, at: entry.time)
        case .resume(let scope): resume(scope)
        case .work(let work, let scope):
            switch work.form {
            case .action(_, let action):
                report(.effectStarted(EffectSummary(ofInstant: work)))
                return .act(action, of: work, in: scope)
            case .operation: begin(work, in: scope)
            case .cancellation: carryOutCancellation(work, in: scope)
            case .sequence(let parts): open(work, parts, flow: .oneAfterTheOther, in: scope, at: entry.time)
            case .combination(let parts): open(work, parts, flow: .sideBySide, in: scope, at: entry.time)
            // A list puts its parts on the stack one by one.
            case .list: push(.work(work), in: scope)
            case .departure(let reason):
                existingLive?.postponed?.silence(.departure(work.owner))
                if T._isComposite {
                    depart(work.owner, because: reason, at: entry.time)
                } else {
                    departElsewhere(work.owner, because: reason, at: entry.time)
                }
            case .mistake(let error): throw error
            case .rejection(let event, .overruled(let child)): report(.eventUnexpected(event, child: child))
            case .rejection(let event, .inactive(let child)):
                report(.sendRejected(event, TransducerError.childNotActive(child.names, of: T.self)))
            }
        }
        return nil
    }
}

/// A function to call before the interpreter goes on.
@usableFromInline enum PendingCall<T: ExecutableTransducer> {
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>

    case deliver(T.Output)
    case act(Effect.Action, of: Effect.Work, in: Scope<T.Event, T.Env, T.Input>?)
}

// MARK: - Action events

/// The action events of a macrostep, which may only be so many.
@usableFromInline struct Chain {
    /// The number of action events after which their names are noted.
    @usableFromInline let calmLimit: Int
    @usableFromInline var count = 0
    /// The names of the latest action events close to the limit.
    @usableFromInline var trail: [String] = []

    @usableFromInline static var trailLength: Int { 64 }

    @inlinable init(limit: Int) { calmLimit = Swift.max(0, limit) - Self.trailLength }

    @inlinable var limit: Int { calmLimit + Self.trailLength }

    /// Counts an action event.
    ///
    /// - Returns: Whether there are too many of them.
    @inlinable mutating func isRunaway<Event>(_ action: Event) -> Bool {
        count &+= 1
        guard count > calmLimit else { return false }
        note(action)
        return count > limit
    }

    @usableFromInline mutating func note<Event>(_ action: Event) {
        if count <= max(1, calmLimit + 1) { trail = [] }
        trail.append(nameWithoutValues(of: action))
    }

    /// The names of the events that repeat.
    @usableFromInline var cycle: [String] {
        let period = (1...max(1, trail.count)).first { period in
            trail.indices.dropFirst(period).allSatisfy { trail[$0] == trail[$0 - period] }
        }
        return Array(trail.suffix(period ?? trail.count))
    }
}
