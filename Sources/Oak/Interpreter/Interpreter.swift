/// Decides about one machine: its state, the stack of its macrostep, and everything that is live.
///
/// The interpreter has no task, no lock, no clock and awaits nothing. It takes an event, the end of an operation, or
/// the return of a function, and answers with a ``Stop`` and with ``Order``s; whoever drives it carries these out.
///
/// Effects wait on a stack. The answer of a transition is carried out, with all its consequences, before earlier
/// answers, so that events form a stack of queues.
@usableFromInline struct Interpreter<T, Store, Outlet, Observer>: ~Copyable
where
    T: ExecutableTransducer, Store: Storage<T.State>, Outlet: Subject<T.Output>,
    Observer: TransducerObserver
{
    @usableFromInline typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Composition = Scope<T.Event, T.Env, T.Input>
    @usableFromInline typealias Live = LiveEffects<T>

    /// The reason why the interpreter cannot go on by itself.
    @usableFromInline enum Stop {
        /// A transition has an output to deliver, and perhaps an effect to carry out afterwards.
        case output(T.Output, Effect?)
        /// A transition has postponed its event, or answered that it is unexpected; nothing else has changed.
        case reply(Reply, to: T.Event)
        /// The entry on top of the stack is more than an event.
        case todo(Entry)
        /// An operation has begun, which the driver may have to start.
        case begun
        /// The machine has reached a terminal state.
        case terminal(T.Output, Effect?)
        /// The macrostep has exceeded its limit of action events.
        case runaway
        /// The transitions of a macrostep are done, in a machine that may have activities.
        case settled
        /// A macrostep has ended and left operations to start or to resume.
        case macrostepEnded
        /// An operation has returned.
        case operationEnded(Operation<T.Event>)
        /// The source has no event.
        case idle
        /// It is the turn of others.
        case turnOver
        /// The machine has been cancelled.
        case interrupted
    }

    @usableFromInline var storage: Store
    @usableFromInline let observer: Observer
    @usableFromInline let instruments: Instruments?
    /// The maximum number of postponed events.
    @usableFromInline let postponedLimit: Int

    @usableFromInline var stack: [Entry] = []
    /// The children that have departed while the stack was not empty.
    @usableFromInline var departures: Departures?
    @usableFromInline var chain: Chain
    /// The number of activities that the last state named.
    @usableFromInline var activityCount = 0
    /// Everything that is live; `nil` until the machine has an effect.
    @usableFromInline var existingLive: Live?

    // Flags lie together, because the frame of an idle run has to be small.
    @usableFromInline let endsWithUnexpected: Bool
    /// Whether operations need attention at the end of the macrostep.
    @usableFromInline var hasSequel = false
    /// Whether no effect was live and no event was postponed when the driver continued.
    @usableFromInline var isUnoccupied = false
    /// Whether the activities have not been evaluated since the last transition.
    @usableFromInline var isUnasked = true
    /// Whether the machine has ended; only exit effects are carried out then.
    @usableFromInline var hasEnded = false

    @inlinable init(
        storage: Store, observer: Observer, actionLimit: Int, postponedLimit: Int, endingWithUnexpected: Bool
    ) {
        self.storage = storage
        self.observer = observer
        instruments = Observer.isActive ? Instruments(among: observer) : nil
        self.postponedLimit = postponedLimit
        endsWithUnexpected = endingWithUnexpected
        chain = Chain(limit: actionLimit)
    }
}

extension Interpreter {
    /// Whether outputs go anywhere.
    @inlinable static var delivers: Bool { Outlet.self != NoCallback<T.Output>.self }

    @inlinable var live: Live {
        mutating get {
            if let existingLive { return existingLive }
            let new = Live()
            existingLive = new
            return new
        }
    }

    /// Forgets everything except the state.
    @inlinable mutating func reset() {
        stack.removeAll(keepingCapacity: true)
        departures = nil
        chain.count = 0
        hasSequel = false
        activityCount = 0
        isUnasked = false
        hasEnded = false
        existingLive = nil
    }

    /// Whether an operation has not returned.
    @inlinable var hasOperations: Bool { !(existingLive?.registry.isEmpty ?? true) }

    @inlinable
    func report(_ occurrence: @autoclosure () -> Occurrence<T.State, T.Event, T.Output>) {
        if Observer.isActive { observer.observe(occurrence()) }
    }

    /// Whether the observer receives events, transitions and outputs.
    @inlinable var isObserved: Bool { Observer.isActive && observer.observesTransitions }
}

// MARK: - Deciding

extension Interpreter {
    /// Goes on up to the next stop.
    @inlinable
    @inline(__always)
    mutating func decide<Source: EventSource<T.Event> & ~Copyable>(from source: inout Source) -> Stop {
        if T._isComposite { isUnoccupied = existingLive?.isUnoccupied ?? true }
        guard let postponed = existingLive?.postponed else { return decidePlainly(from: &source) }
        return decide(from: &source, offering: Minded(postponed))
    }

    @inlinable
    @inline(never)
    mutating func decidePlainly<Source: EventSource<T.Event> & ~Copyable>(from source: inout Source) -> Stop {
        decide(from: &source, minding: nil)
    }

    @inlinable mutating func decide<Source: EventSource<T.Event> & ~Copyable>(
        from source: inout Source, offering postponed: Minded<T.State, T.Event>
    ) -> Stop {
        decide(from: &source, minding: postponed)
    }

    /// - Parameter postponed: The events to offer again. The code for them is left out of the specialisation for `nil`.
    @inlinable
    @inline(__always)
    mutating func decide<Source: EventSource<T.Event> & ~Copyable>(
        from source: inout Source, minding postponed: Minded<T.State, T.Event>?
    ) -> Stop {
        source.lookAround()
        while true {
            if source.isDisturbed {
                if source.isInterrupted { return .interrupted }
                source.lookAround()
            }
            if T._mayHaveActivities, isUnasked, stack.isEmpty {
                isUnasked = false
                if activityCount > 0 || T._mayHaveActivities(in: storage.storedValue) { return .settled }
            }
            var event: T.Event
            if source.hasPlainEvent {
                event = source.takePlainEvent()
                reportTaken(from: &source, event)
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
                    source.countStep()
                    event = answer
                case .rest(let effects):
                    pushNext(of: effects, at: entry.time)
                    continue
                case .work, .resume: return .todo(entry)
                }
            } else {
                reportRest()
                let isTurnOver = source.endMacrostep(actions: chain.count)
                chain.count = 0
                if let postponed { _ = postponed { $0.endMacrostep() } }
                if isTurnOver { return .turnOver }
                if hasSequel {
                    source.countStep()
                    return .macrostepEnded
                }
                guard source.mayBegin else { return .idle }
                if let postponed, postponed({ !$0.due.isEmpty }),
                    let offered = takeOffer(of: postponed, from: &source)
                {
                    event = offered
                    source.payStep()
                } else {
                    switch source.next() {
                    case .event(let next)?:
                        event = next
                        source.payStep()
                        reportRejections(of: source)
                        reportTaken(from: &source, event)
                    case .end(let operation)?:
                        source.countStep()
                        guard endsQuietly(operation) else {
                            source.payStep()
                            return .operationEnded(operation)
                        }
                        continue
                    case nil: return .idle
                    }
                }
            }
            macrostep: while true {
                let (effect, output) = transition(event, minding: postponed, in: &source)
                if T.isTerminal(storage.storedValue) { return .terminal(output, effect) }
                if Self.delivers {
                    if let reply = effect?.reply {
                        if putsAside(event, reply, postponed, source.isAnonymous) { break macrostep }
                        return .reply(reply, to: event)
                    }
                    return .output(output, effect)
                }
                // The usual answers, nothing, one action event or an operation, bypass the stack.
                switch consume effect {
                case nil: break macrostep
                case let effect?:
                    switch (consume effect).content {
                    // Apart from other origins, which have to be released.
                    case .event(let action, .own): event = action
                    case .event(let action, _): event = action
                    case .events(let events, let origin):
                        source.lookAround()
                        push(.events(events, origin))
                        break macrostep
                    case .work(let work):
                        source.lookAround()
                        guard case .operation = work.form else {
                            push(.work(work))
                            break macrostep
                        }
                        if source.isInterrupted { return .interrupted }
                        begin(work, in: nil)
                        return .begun
                    case .reply(let reply):
                        if putsAside(event, reply, postponed, source.isAnonymous) { break macrostep }
                        return .reply(reply, to: event)
                    }
                }
                source.lookAround()
                if isRunaway(event) { return .runaway }
                if source.isInterrupted { return .interrupted }
            }
        }
    }

    /// Counts an action event.
    ///
    /// - Returns: Whether there are too many of them.
    @inlinable
    @inline(__always)
    mutating func isRunaway(_ action: T.Event) -> Bool {
        let isRunaway = chain.isRunaway(action)
        if isObserved { report(.eventTaken(action, from: .action)) }
        return isRunaway
    }
}

// MARK: - Transitions

extension Interpreter {
    @inlinable mutating func transition(_ event: T.Event) -> (Effect?, T.Output) {
        if T._mayHaveActivities { isUnasked = true }
        // One call serves observed transitions and others: of two, neither is inlined.
        let before = isObserved ? storage.storedValue : nil
        if T._isComposite, before != nil { LoopRecord.beginAudit() }
        let (effect, output) = step(event)
        guard let before else { return (effect, output) }
        if T._isComposite, let mistake = LoopRecord.endAudit() { report(.sendRejected(event, mistake)) }
        if effect?.isReply ?? false {
            reportChange(from: before, with: event)
            return (effect, output)
        }
        report(.transition(from: before, event, to: storage.storedValue))
        report(.output(output))
        return (effect, output)
    }

    /// Makes a transition, and checks for another state if postponed events depend on it.
    @inlinable
    @inline(__always)
    mutating func transition<Source: EventSource<T.Event> & ~Copyable>(
        _ event: T.Event, minding postponed: Minded<T.State, T.Event>?, in source: inout Source
    ) -> (Effect?, T.Output) {
        guard let postponed, postponed({ $0.isHeeded }) else { return transition(event) }
        let before = storage.storedValue
        let (effect, output) = transition(event)
        guard effect?.reply == nil else { return (effect, output) }
        let after = storage.storedValue
        if postponed({ $0.noteTransition(from: before, to: after) }) { source.lookAround() }
        return (effect, output)
    }

    /// Calls the transition function, quietly if nothing is live that a departing child could own, and nobody audits.
    @inlinable
    @inline(__always)
    mutating func step(_ event: T.Event) -> (Effect?, T.Output) {
        let isQuiet = T._isComposite && isUnoccupied && activityCount == 0 && stack.isEmpty && !isObserved
        guard Store._hearsOfTransitions else { return Self.step(&storage.storedValue, event, isQuiet: isQuiet) }
        storage._beginTransition()
        let (effect, output) = Self.step(&storage.storedValue, event, isQuiet: isQuiet)
        storage._endTransition()
        return (effect, output)
    }

    /// - Parameters:
    ///   - state: The state; an argument, because the storage may run code of its own to read it.
    ///   - event: The event.
    ///   - isQuiet: Whether nothing is live.
    @inlinable
    @inline(__always)
    static func step(_ state: inout T.State, _ event: T.Event, isQuiet: Bool) -> (Effect?, T.Output) {
        if isQuiet { LoopRecord.announceQuiet() }
        defer { if isQuiet { LoopRecord.endQuiet() } }
        return T.step(&state, event: event)
    }
}

// MARK: - Events taken

extension Interpreter {
    @inlinable func reportTaken<Source: EventSource<T.Event> & ~Copyable>(from source: inout Source, _ event: T.Event) {
        guard Observer.isActive else { return }
        instruments?.note(.takes(source.takenNumber))
        guard isObserved else { return }
        reportRejections(of: source)
        report(.eventTaken(event, from: source.takeOrigin()))
    }

    /// Tells the observer of the end of a macrostep.
    @inlinable func reportRest() {
        guard Observer.isActive else { return }
        instruments?.rest { storage.storedValue }
    }

    @inlinable func reportRejections<Source: EventSource<T.Event> & ~Copyable>(of source: borrowing Source) {
        guard Observer.isActive, source.hasRejections else { return }
        for rejection in source.takeRejections() { report(.sendRejected(rejection.event, rejection.error)) }
    }

    /// Postpones an event if that takes no more than appending it.
    ///
    /// - Returns: Whether the event was postponed; if not, the reply is a stop.
    @inlinable func putsAside(
        _ event: T.Event, _ reply: Reply, _ postponed: Minded<T.State, T.Event>?,
        _ isAnonymous: @autoclosure () -> Bool
    ) -> Bool {
        guard let postponed, !Observer.isActive, case .postponed = reply, chain.count == 0 else { return false }
        let isAnonymous = isAnonymous()
        return postponed { postponed in
            switch postponed.offered {
            case .outside?: break
            case nil: guard isAnonymous, !postponed.isFull else { return false }
            case .operation?: return false
            }
            postponed.append(event)
            return true
        }
    }

    /// Takes the next postponed event to offer, if any.
    @inlinable mutating func takeOffer<Source: EventSource<T.Event> & ~Copyable>(
        of postponed: Minded<T.State, T.Event>, from source: inout Source
    ) -> T.Event? {
        while let entry = postponed({ $0.takeDue() }) {
            source.countStep()
            if entry.isSilenced {
                instruments?.note(.drops(.queue(entry.number)))
                report(.sendRejected(entry.event, CancellationError()))
                continue
            }
            postponed {
                $0.offered = entry.source.map { .operation($0) } ?? .outside
                $0.offeredNumber = entry.number
            }
            reportRejections(of: source)
            instruments?.note(.takes(entry.number))
            if isObserved {
                report(.eventTaken(entry.event, from: entry.source.map { .operation($0.summary.number) } ?? .external))
            }
            return entry.event
        }
        return nil
    }
}

// MARK: - Where events come from

/// The place from which an interpreter takes its next event.
///
/// The interpreter asks only when nothing else is left to do, so that the order of everything stays its own decision.
@usableFromInline protocol EventSource<Event>: ~Copyable {
    associatedtype Event

    /// Whether the machine has been cancelled.
    var isInterrupted: Bool { get }

    /// Whether the machine has been cancelled, or may be held.
    var isDisturbed: Bool { get }

    /// Whether another macrostep may begin.
    var mayBegin: Bool { get }

    /// Pays for the macrostep that begins, if it is the step of a held run.
    func payStep()

    /// Whether an event comes next that needs nothing but its transition.
    var hasPlainEvent: Bool { get }

    /// Takes that event.
    mutating func takePlainEvent() -> Event

    /// Gives up the plain events ahead, because something else comes before the next event.
    mutating func lookAround()

    /// Counts something other than an event of the source.
    mutating func countStep()

    /// Ends a macrostep.
    ///
    /// - Parameter actions: The number of its action events.
    /// - Returns: Whether it is the turn of others.
    mutating func endMacrostep(actions: Int) -> Bool

    /// Takes the next arrival, if any.
    mutating func next() -> Arrival<Event>?

    /// Whether the event taken last has no sender that matters to it.
    var isAnonymous: Bool { get }

    /// The origin of the event taken last, for an observer.
    mutating func takeOrigin() -> EventOrigin

    /// The number of the event taken last, for an instrument.
    var takenNumber: MailNumber { get }

    /// Whether events may have been rejected since the last call of ``takeRejections()``.
    var hasRejections: Bool { get }

    /// The events rejected since the last call.
    func takeRejections() -> [(event: Event, error: any Error)]
}

/// The next thing that a source has for an interpreter.
@usableFromInline enum Arrival<Event> {
    case event(Event)
    /// An operation has returned.
    case end(Operation<Event>)
}
