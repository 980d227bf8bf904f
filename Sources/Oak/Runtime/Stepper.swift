/// Takes events from the mailbox and performs macrosteps, as far as that goes without suspending.
///
/// This is the path of every event. It has no lock but the one that takes a full mailbox, no allocation, no
/// existential and no `await`; everything else is a ``Pause`` that the run loop deals with.
///
/// Effects wait on a stack: what a transition answers is carried out, with all that it leads to, before what
/// was answered earlier, so that events form a stack of queues.
@usableFromInline
struct Stepper<T, Store, Outlet, Observer>: ~Copyable
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Composition = Scope<T.Event, T.Env, T.Input>

    /// What waits on the stack.
    @usableFromInline enum Todo {
        /// An action event is to be processed.
        case event(T.Event)
        /// The event that was made of the end of an operation is to be processed.
        case answer(T.Event)
        /// An effect is to be carried out, perhaps as a part of a composition.
        case work(Effect.Work, Composition?)
        /// A composition goes on.
        case resume(Composition)
        /// Nothing: what lies below was there before the effect above it, in which a component may be left.
        case floor

        /// What is left of an effect that was on the stack; `nil` if that is nothing.
        @inlinable
        init?(_ effect: Effect) {
            switch effect.content {
            case .event(let event): self = .event(event)
            case .events(let events) where events.isEmpty: return nil
            case .work(let work):
                switch work.form {
                case .list(let effects) where effects.isEmpty: return nil
                case .list: self = .work(Effect.Work(.combination([effect])), nil)
                case .action, .operation, .cancellation, .sequence, .combination, .departure, .rejection:
                    self = .work(work, nil)
                }
            case .events: self = .work(Effect.Work(.combination([effect])), nil)
            }
        }
    }

    /// Why the stepper has stopped.
    @usableFromInline enum Pause {
        /// No event waits.
        case idle
        /// Others on the actor are to have their turn.
        case turnOver
        /// The run is to end early.
        case interrupted
        /// A transition has an output to deliver, and then perhaps an effect.
        case output(T.Output, Effect?)
        /// There is more to do than to process an event.
        case todo(Todo)
        /// The macrostep that has just ended has left something to do for operations.
        case macrostepEnded
        /// An operation has ended.
        case operationEnded(Operation<T.Event>)
        /// The machine has reached a terminal state.
        case terminal(T.Output, Effect?)
        /// The output of the terminal transition is delivered; the exit effect is to be carried out.
        case end(T.Output, exit: Effect?)
        /// The macrostep has exceeded its limit.
        case runaway
    }

    @usableFromInline var storage: Store
    @usableFromInline let mailbox: Mailbox<T.Event>
    @usableFromInline let observer: Observer
    @usableFromInline let actionLimit: Int

    @usableFromInline var batch = Batch<T.Event>()
    @usableFromInline var stack: [Todo] = []
    /// Up to this position in the batch there are plain events that belong to this turn, and nothing else to look after.
    @usableFromInline var horizon = 0
    /// Action events in this macrostep.
    @usableFromInline var actions = 0
    /// Events left in this turn on the actor.
    @usableFromInline var turn = turnLength
    /// The sender of the event of this macrostep, for as long as there is a use for it.
    @usableFromInline var sender: Sender<T.Event>?
    /// Whether there is something to do for operations when the macrostep has ended.
    @usableFromInline var hasSequel = false
    /// The latest action events of a macrostep that comes close to its limit.
    @usableFromInline var trail: [String] = []

    @usableFromInline static var turnLength: Int { 1024 }

    @inlinable
    init(storage: Store, mailbox: Mailbox<T.Event>, observer: Observer, actionLimit: Int) {
        self.storage = storage
        self.mailbox = mailbox
        self.observer = observer
        self.actionLimit = Swift.max(0, actionLimit)
    }

    /// Processes events until something else is to be done.
    @inlinable
    @inline(never)
    mutating func advance() -> Pause {
        lookAround()
        while true {
            if mailbox.isInterrupted { return .interrupted }
            var event: T.Event
            if batch.head < horizon {
                event = takeEvent()
            } else if let todo = stack.popLast() {
                switch todo {
                case .event(let action):
                    if isRunaway(action) { return .runaway }
                    event = action
                case .answer(let answer):
                    turn -= 1
                    event = answer
                case .work, .resume, .floor: return .todo(todo)
                }
            } else {
                if let waiting { endMacrostep(waiting) }
                turn -= actions
                actions = 0
                if turn <= 0 {
                    turn = Self.turnLength
                    return .turnOver
                }
                if hasSequel {
                    turn -= 1
                    return .macrostepEnded
                }
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
            macrostep: while true {
                let (effect, output) = transition(event)
                if T.isTerminal(storage.storedValue) { return .terminal(output, effect) }
                if Self.delivers { return .output(output, effect) }
                // The usual answers, nothing or one action event, need not go over the stack.
                switch consume effect {
                case nil: break macrostep
                case let effect?:
                    switch effect.content {
                    case .event(let action):
                        lookAround()
                        if isRunaway(action) { return .runaway }
                        if mailbox.isInterrupted { return .interrupted }
                        event = action
                    case .events(let events):
                        lookAround()
                        push(.events(events))
                        break macrostep
                    case .work(let work):
                        lookAround()
                        push(.work(work))
                        break macrostep
                    }
                }
            }
        }
    }
}

extension Stepper {
    /// Whether outputs go anywhere.
    @inlinable
    static var delivers: Bool { Outlet.self != NoCallback<T.Output>.self }

    @inlinable
    mutating func transition(_ event: T.Event) -> (Effect?, T.Output) {
        guard Observer.isActive else { return T.step(&storage.storedValue, event: event) }
        let before = storage.storedValue
        let (effect, output) = T.step(&storage.storedValue, event: event)
        report(.transition(from: before, event, to: storage.storedValue))
        report(.output(output))
        return (effect, output)
    }

    @inlinable
    func report(_ occurrence: @autoclosure () -> Occurrence<T.State, T.Event, T.Output>) {
        if Observer.isActive { observer.observe(occurrence()) }
    }

    /// Puts an effect on the stack, to be carried out next.
    @inlinable
    mutating func push(_ content: Effect.Content, in scope: Composition? = nil) {
        switch content {
        case .event(let event): stack.append(.event(event))
        case .events(let events):
            for event in events.reversed() { stack.append(.event(event)) }
        case .work(let work):
            switch work.form {
            case .departure:
                layFloor()
                stack.append(.work(work, scope))
            // What is a part of a composition ends as a whole.
            case .list(let effects) where scope != nil:
                stack.append(.work(Effect.Work(.combination(effects), .init(ending: scope?.ending)), scope))
            case .list(let effects):
                layFloor()
                pushParts(effects)
            case .action, .operation, .cancellation, .sequence, .combination, .rejection:
                stack.append(.work(work, scope))
            }
        }
    }

    /// Puts the parts of a list, and of the lists in it, on the stack, all of them above the same floor.
    @inlinable
    mutating func pushParts(_ effects: [Effect]) {
        // As deep as it likes: a list may grow by one effect at a time.
        var ahead = effects
        while let effect = ahead.popLast() {
            switch effect.content {
            case .event, .events: push(effect.content)
            case .work(let work):
                if case .list(let parts) = work.form {
                    ahead += parts
                } else {
                    stack.append(.work(work, nil))
                }
            }
        }
    }

    /// Changes or takes away what was on the stack before the effect that is being carried out.
    @inlinable
    mutating func revise(_ change: (Todo) -> Todo?) {
        // All that was put on the stack later is done by now.
        let floor = stack.lastIndex { if case .floor = $0 { true } else { false } } ?? stack.endIndex
        if floor == 0 { return }
        stack.replaceSubrange(..<floor, with: stack[..<floor].compactMap(change))
    }

    /// Marks what is on the stack as being there before the effect that comes next; not twice, or a long chain would pile them up.
    @inlinable
    mutating func layFloor() {
        if case .floor? = stack.last { return }
        stack.append(.floor)
    }

    /// Takes away the floors on which nothing lies any more.
    @inlinable
    mutating func clearFloors() {
        while case .floor? = stack.last { stack.removeLast() }
    }

    /// Sees how far there are plain events ahead, so that each of them costs no more than one comparison.
    @inlinable
    mutating func lookAhead() {
        let plain = Swift.min(batch.tail, batch.markPosition) - batch.head
        // A sender that waits for its macrostep is told before the next event.
        let ahead = waiting == nil ? Swift.min(turn, plain) : 1
        turn -= ahead
        horizon = batch.head + ahead
    }

    /// Stops going ahead: there is something to look after before the next event.
    @inlinable
    mutating func lookAround() {
        turn += Swift.max(0, horizon - batch.head)
        horizon = 0
    }

    /// What comes next in the batch.
    @usableFromInline enum Arrival {
        /// An event that has one of the places for those from outside.
        case fromOutside
        /// An event that has a place of this operation.
        case paid(by: Operation<T.Event>)
        /// The end of an operation.
        case end(Operation<T.Event>)
    }

    /// Takes the event at the front of the batch.
    @inlinable
    mutating func takeEvent(_ arrival: Arrival = .fromOutside) -> T.Event {
        giveBackPlace(of: arrival)
        let event = batch.removeFirst()
        if Observer.isActive {
            reportRejections()
            report(.eventTaken(event, from: sender?.operation.map { .operation($0.summary.number) } ?? .external))
            if waiting == nil { sender = nil }
        }
        return event
    }

    /// Notes that an event has left the batch: its place in the mailbox is free.
    @inlinable
    func giveBackPlace(of arrival: Arrival) {
        switch arrival {
        case .fromOutside: mailbox.taken.increment()
        case .paid(by: let operation): operation.taken.increment()
        case .end: break
        }
    }

    /// Deals with the marks at the front of the batch, up to an event that is to be processed.
    ///
    /// - Returns: That event, if there is one, or the end of an operation, before the rest is looked at.
    @inlinable
    mutating func passMarks() -> Arrival {
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

    /// Tells whether an event is still to be processed, and remembers who waits for it.
    @inlinable
    mutating func admits(_ sender: Sender<T.Event>) -> Bool {
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
    @inlinable
    mutating func nextEnded() -> Operation<T.Event>? {
        guard !batch.isEmpty || mailbox.take(&batch), case .end(let operation) = passMarks() else { return nil }
        return operation
    }

    /// Who waits for this macrostep to be done.
    @inlinable
    var waiting: SuspendedSend<T.Event>? {
        guard case .suspended(let send)? = sender else { return nil }
        return send
    }

    @inlinable
    mutating func endMacrostep(_ send: SuspendedSend<T.Event>, with error: TransducerError? = nil) {
        sender = nil
        mailbox.settle(send, with: error)
    }

    @inlinable
    func reportRejections() {
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
    @inlinable
    mutating func isRunaway(_ action: T.Event) -> Bool {
        actions += 1
        if actions > actionLimit - Self.trailLength { note(action) }
        report(.eventTaken(action, from: .action))
        return actions > actionLimit
    }

    /// Remembers an action event of a macrostep that comes close to its limit.
    @usableFromInline
    mutating func note(_ action: T.Event) {
        if actions <= max(1, actionLimit - Self.trailLength + 1) { trail = [] }
        trail.append(eventName(action))
    }

    /// The names of the events that repeat in a runaway macrostep.
    @inlinable
    var cycle: [String] {
        let period = (1...max(1, trail.count)).first { period in
            trail.indices.dropFirst(period).allSatisfy { trail[$0] == trail[$0 - period] }
        }
        return Array(trail.suffix(period ?? trail.count))
    }
}

/// The name of an event without the values it carries.
@inlinable
func eventName<Event>(_ event: Event) -> String {
    let mirror = Mirror(reflecting: event)
    if mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label {
        // An event of a component is named after both.
        let isEvent = Mirror(reflecting: child.value).displayStyle == .enum
        return isEvent ? "\(label).\(eventName(child.value))" : label
    }
    return String(describing: event)
}
