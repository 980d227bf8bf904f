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
        /// Report a reply that is combined with other effects, which is a mistake.
        case misplacedReply
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
        case .reply: stack.append(Entry(.misplacedReply, at: time ?? now))
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
        case .answer, .rest, .resume, .misplacedReply: return true
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
