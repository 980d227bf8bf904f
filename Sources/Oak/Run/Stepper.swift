/// Takes events from the mailbox and performs macrosteps as far as possible without suspending.
///
/// This is the path of every event. It has no lock except the one for the exchange of a batch, no allocation, no
/// existential and no `await`; everything else is a ``Stop``, which the run loop handles.
///
/// Effects wait on a stack. The answer of a transition is carried out, with all its consequences, before earlier
/// answers, so that events form a stack of queues.
@usableFromInline struct Stepper<T, Store, Outlet, Observer>: ~Copyable
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Composition = Scope<T.Event, T.Env, T.Input>

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

    /// The reason why the stepper has stopped.
    @usableFromInline enum Stop {
        /// The mailbox is empty.
        case idle
        /// The turn on the actor is over.
        case turnOver
        /// The run has been cancelled.
        case interrupted
        /// A transition has an output to deliver, and perhaps an effect to carry out afterwards.
        case output(T.Output, Effect?)
        /// A transition has postponed its event, or answered that it is unexpected; nothing else has changed.
        case reply(Reply, to: T.Event)
        /// The entry on top of the stack is more than an event.
        case todo(Entry)
        /// The transitions of a macrostep are done, in a machine that may have activities.
        case settled
        /// A macrostep has ended and left operations to start or to resume.
        case macrostepEnded
        /// An operation has ended.
        case operationEnded(Operation<T.Event>)
        /// The machine has reached a terminal state.
        case terminal(T.Output, Effect?)
        /// The macrostep has exceeded its limit of action events.
        case runaway
    }

    @usableFromInline var storage: Store
    @usableFromInline let mailbox: Mailbox<T.Event>
    @usableFromInline let observer: Observer
    @usableFromInline let actionLimit: Int

    @usableFromInline var batch = Batch<T.Event>()
    @usableFromInline var stack: [Entry] = []
    /// The children that have departed while the stack was not empty.
    @usableFromInline var departures: Departures?
    /// The end of the plain events at the front of the batch that belong to this turn and need no other attention.
    @usableFromInline var horizon = 0
    /// Action events in this macrostep.
    @usableFromInline var actions = 0
    /// The number of events left in this turn on the actor.
    @usableFromInline var turn = turnLength
    /// The sender of the event of this macrostep, as long as the sender is needed.
    @usableFromInline var sender: Sender<T.Event>?
    /// Whether operations need attention at the end of the macrostep.
    @usableFromInline var hasSequel = false
    /// The number of activities that the last state named.
    @usableFromInline var activityCount = 0
    /// Whether no effect was live and no event was postponed when the stepper continued.
    @usableFromInline var isUnoccupied = false
    /// Whether the activities have not been evaluated since the last transition.
    @usableFromInline var isUnasked = true
    /// The names of the latest action events in a macrostep close to its limit.
    @usableFromInline var trail: [String] = []

    @usableFromInline static var turnLength: Int { 1024 }

    @inlinable init(storage: Store, mailbox: Mailbox<T.Event>, observer: Observer, actionLimit: Int) {
        self.storage = storage
        self.mailbox = mailbox
        self.observer = observer
        self.actionLimit = Swift.max(0, actionLimit)
    }

    /// Processes events up to the next stop.
    @inlinable
    @inline(never)
    mutating func advance() -> Stop { proceed(minding: nil) }

    /// Processes events up to the next stop, for a machine that has postponed some.
    @inlinable
    @inline(never)
    mutating func advance(minding postponed: Minded<T.State, T.Event>) -> Stop { proceed(minding: postponed) }

    /// - Parameter postponed: The events to offer again. The code for them is left out of the specialisation for `nil`.
    @inlinable
    @inline(__always)
    mutating func proceed(minding postponed: Minded<T.State, T.Event>?) -> Stop {
        lookAround()
        while true {
            if mailbox.isInterrupted { return .interrupted }
            if T._mayHaveActivities, isUnasked, stack.isEmpty {
                isUnasked = false
                if activityCount > 0 || T._mayHaveActivities(in: storage.storedValue) { return .settled }
            }
            var event: T.Event
            if batch.head < horizon {
                event = takeEvent()
            } else if let entry = stack.popLast() {
                if departures != nil, !remains(entry) {
                    pushExits(of: entry)
                    continue
                }
                switch entry.todo {
                case .event(let action):
                    if isRunaway(action) { return .runaway }
                    event = action
                case .answer(let answer):
                    turn -= 1
                    event = answer
                case .rest(let effects):
                    pushNext(of: effects, at: entry.time)
                    continue
                case .work, .resume, .misplacedReply: return .todo(entry)
                }
            } else {
                if let waiting { endMacrostep(waiting) }
                turn -= actions
                actions = 0
                if let postponed { _ = postponed { $0.endMacrostep() } }
                if turn <= 0 {
                    turn = Self.turnLength
                    return .turnOver
                }
                if hasSequel {
                    turn -= 1
                    return .macrostepEnded
                }
                if let postponed, postponed({ !$0.due.isEmpty }), let offered = takeOffer(of: postponed) {
                    event = offered
                } else {
                    var next = Arrival.fromOutside
                    if batch.isAtMark { next = passMarks() }
                    if case .end(let operation) = next {
                        turn -= 1
                        return .operationEnded(operation)
                    }
                    guard batch.hasEvents else {
                        horizon = 0
                        if mailbox.take(&batch) { continue }
                        return .idle
                    }
                    lookAhead()
                    event = takeEvent(next)
                }
            }
            macrostep: while true {
                let (effect, output) = transition(event, minding: postponed)
                if T.isTerminal(storage.storedValue) { return .terminal(output, effect) }
                if Self.delivers {
                    if let reply = effect?.reply {
                        if putsAside(event, reply, postponed) { break macrostep }
                        return .reply(reply, to: event)
                    }
                    return .output(output, effect)
                }
                // The usual answers, nothing or one action event, bypass the stack.
                switch consume effect {
                case nil: break macrostep
                case let effect?:
                    switch effect.content {
                    case .event(let action, _):
                        lookAround()
                        if isRunaway(action) { return .runaway }
                        if mailbox.isInterrupted { return .interrupted }
                        event = action
                    case .events(let events, let origin):
                        lookAround()
                        push(.events(events, origin))
                        break macrostep
                    case .work(let work):
                        lookAround()
                        push(.work(work))
                        break macrostep
                    case .reply(let reply):
                        if putsAside(event, reply, postponed) { break macrostep }
                        return .reply(reply, to: event)
                    }
                }
            }
        }
    }
}

extension Stepper {
    /// Whether outputs go anywhere.
    @inlinable static var delivers: Bool { Outlet.self != NoCallback<T.Output>.self }

    @inlinable mutating func transition(_ event: T.Event) -> (Effect?, T.Output) {
        if T._mayHaveActivities { isUnasked = true }
        guard Observer.isActive else { return step(event) }
        let before = storage.storedValue
        let (effect, output) = step(event)
        if effect?.reply != nil { return (effect, output) }
        report(.transition(from: before, event, to: storage.storedValue))
        report(.output(output))
        return (effect, output)
    }

    /// Calls the transition function, quietly if nothing is live that a departing child could own.
    @inlinable
    @inline(__always)
    mutating func step(_ event: T.Event) -> (Effect?, T.Output) {
        let isQuiet = T._isComposite && isUnoccupied && activityCount == 0 && stack.isEmpty
        return Self.step(&storage.storedValue, event, isQuiet: isQuiet)
    }

    /// - Parameters:
    ///   - state: The state; an argument, because the storage may run code of its own to read it.
    ///   - event: The event.
    ///   - isQuiet: Whether nothing is live.
    @inlinable
    @inline(__always)
    static func step(_ state: inout T.State, _ event: T.Event, isQuiet: Bool) -> (Effect?, T.Output) {
        if isQuiet { Quiet.announce() }
        defer { if isQuiet { Quiet.end() } }
        return T.step(&state, event: event)
    }

    @inlinable func report(_ occurrence: @autoclosure () -> Occurrence<T.State, T.Event, T.Output>) {
        if Observer.isActive { observer.observe(occurrence()) }
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
                let whole = Effect.Work(.combination(effects), .init(ending: scope?.ending))
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
            return work.owner.isEmpty || !departures.hasDeparted(work.owner, since: entry.time)
        case .answer, .rest, .resume, .misplacedReply: return true
        }
    }

    /// Keeps the exit effects of ended children when their entry is dropped.
    @inlinable mutating func pushExits(of entry: Entry) {
        guard case .work(let work, _) = entry.todo, let exits = Effect.all(Effect(content: .work(work)).exits) else {
            return
        }
        push(exits.content, at: entry.time)
    }

    /// Counts the plain events ahead, so that each of them costs one comparison.
    @inlinable mutating func lookAhead() {
        let plain = Swift.min(batch.tail, batch.markPosition) - batch.head
        // A sender that waits for its macrostep is told before the next event.
        let ahead = waiting == nil ? Swift.min(turn, plain) : 1
        turn -= ahead
        horizon = batch.head + ahead
    }

    /// Gives up the plain events ahead, because something needs attention before the next event.
    @inlinable mutating func lookAround() {
        turn += Swift.max(0, horizon - batch.head)
        horizon = 0
    }

    /// The next arrival in the batch.
    @usableFromInline enum Arrival {
        /// An event that takes one of the places for senders outside.
        case fromOutside
        /// An event that takes a place of this operation.
        case paid(by: Operation<T.Event>)
        /// The end of an operation.
        case end(Operation<T.Event>)
    }

    /// Takes the event at the front of the batch.
    @inlinable mutating func takeEvent(_ arrival: Arrival = .fromOutside) -> T.Event {
        giveBackPlace(of: arrival)
        let event = batch.removeFirst()
        if Observer.isActive {
            reportRejections()
            report(.eventTaken(event, from: sender?.operation.map { .operation($0.summary.number) } ?? .external))
            if waiting == nil { sender = nil }
        }
        return event
    }

    /// Frees the place of an event that has left the batch.
    @inlinable func giveBackPlace(of arrival: Arrival) {
        switch arrival {
        case .fromOutside: mailbox.taken.increment()
        case .paid(by: let operation): operation.taken.increment()
        case .end: break
        }
    }

    /// Handles the marks at the front of the batch, up to an event to process.
    ///
    /// - Returns: The arrival to handle next: an event, or the end of an operation.
    @inlinable mutating func passMarks() -> Arrival {
        var arrival = Arrival.fromOutside
        while let mark = batch.popMark() {
            switch mark {
            case .end(of: let operation): return .end(operation)
            case .sender(let sender):
                arrival = sender.payer.map { .paid(by: $0) } ?? .fromOutside
                if admits(sender) { return arrival }
                giveBackPlace(of: arrival)
                _ = batch.removeFirst()
                turn -= 1
                arrival = .fromOutside
            }
        }
        return arrival
    }

    /// Whether an event still has to be processed; keeps its sender if the sender waits for the macrostep.
    @inlinable mutating func admits(_ sender: Sender<T.Event>) -> Bool {
        switch sender {
        case .operation(let operation), .formerOperation(let operation):
            guard !operation.isClosed else { return false }
            if Observer.isActive { self.sender = sender }
            return true
        case .suspended(let send):
            guard mailbox.isWanted(send) else { return false }
            self.sender = sender
            return true
        }
    }

    /// Takes the next operation that has ended from a mailbox that is closed for events.
    @inlinable mutating func nextEnded() -> Operation<T.Event>? {
        guard !batch.isEmpty || mailbox.take(&batch), case .end(let operation) = passMarks() else { return nil }
        return operation
    }

    /// The sender that waits for the end of this macrostep.
    @inlinable var waiting: SuspendedSend<T.Event>? {
        guard case .suspended(let send)? = sender else { return nil }
        return send
    }

    @inlinable mutating func endMacrostep(_ send: SuspendedSend<T.Event>, with error: TransducerError? = nil) {
        sender = nil
        mailbox.settle(send, with: error)
    }

    @inlinable func reportRejections() {
        for rejection in mailbox.takeRejections() {
            report(.sendRejected(rejection.event, rejection.error))
        }
    }
}

// MARK: - Runaway chains

extension Stepper {
    @usableFromInline static var trailLength: Int { 64 }

    /// Counts an action event.
    ///
    /// - Returns: Whether there are too many of them.
    @inlinable mutating func isRunaway(_ action: T.Event) -> Bool {
        actions += 1
        if actions > actionLimit - Self.trailLength { note(action) }
        report(.eventTaken(action, from: .action))
        return actions > actionLimit
    }

    /// Keeps the name of an action event in a macrostep close to its limit.
    @usableFromInline mutating func note(_ action: T.Event) {
        if actions <= max(1, actionLimit - Self.trailLength + 1) { trail = [] }
        trail.append(eventName(action))
    }

    /// The names of the events that repeat in a runaway macrostep.
    @inlinable var cycle: [String] {
        let period = (1...max(1, trail.count)).first { period in
            trail.indices.dropFirst(period).allSatisfy { trail[$0] == trail[$0 - period] }
        }
        return Array(trail.suffix(period ?? trail.count))
    }
}

/// The name of an event without the values it carries.
@inlinable func eventName<Event>(_ event: Event) -> String {
    let mirror = Mirror(reflecting: event)
    if mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label {
        // An event of a child is named after both.
        let isEvent = Mirror(reflecting: child.value).displayStyle == .enum
        return isEvent ? "\(label).\(eventName(child.value))" : label
    }
    return String(describing: event)
}
