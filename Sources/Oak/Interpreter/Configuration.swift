/// A machine and everything that is live in it, led by hand, without tasks, mailbox and environment.
///
/// Tools follow a machine with it. Functions are not called: an operation ends, and an action answers, when the tool
/// says so.
@usableFromInline package final class Configuration<T: ExecutableTransducer> {
    @usableFromInline package typealias Effect = TransducerEffect<T.Event, T.Env, T.Input>
    @usableFromInline typealias Machine = Interpreter<T, LocalStorage<T.State>, Shown<T.Output>, EventNote<T>>

    /// The next thing that the machine has done, or waits for.
    @usableFromInline package enum Progress {
        /// It has made a transition with an effect and an output.
        case transition(Effect?, T.Output)
        /// It has answered an event with a reply instead of a transition.
        case reply(Effect)
        /// It waits for the answer of an action.
        case call
        /// Its macrostep is over.
        case rest
        /// It has made its last transition.
        case ended(Effect?, T.Output)
        /// Its macrostep has exceeded the limit of action events.
        case endless
        /// It has ended with an error.
        case failed(any Error)
    }

    @usableFromInline var interpreter: Machine
    @usableFromInline let note: EventNote<T>
    @usableFromInline var source = GivenEvent<T.Event>()
    /// The action that is awaited.
    @usableFromInline var call: PendingCall<T>?
    /// The error that ends the machine at its next step.
    @usableFromInline var failure: (any Error)?
    /// The stages of operations that are past the first.
    @usableFromInline var stages: [Int: Int] = [:]
    /// The operation whose event is being processed.
    @usableFromInline var sender: LiveOperation<T.Event, T.Env, T.Input>?
    /// Whether an operation has begun that waits for earlier ones of its name to return.
    @usableFromInline package private(set) var hasBegunAfterReturn = false
    /// Whether the activities of each state begin.
    @usableFromInline let hasActivities: Bool

    /// - Parameters:
    ///   - state: The state.
    ///   - actionLimit: The maximum number of action events in one macrostep.
    ///   - postponedLimit: The maximum number of postponed events.
    ///   - hasActivities: Whether the activities of each state begin.
    @usableFromInline package init(
        _ state: T.State, actionLimit: Int, postponedLimit: Int = .max, withActivities hasActivities: Bool = true
    ) {
        note = EventNote()
        self.hasActivities = hasActivities
        interpreter = Machine(
            storage: LocalStorage(value: state), observer: note, actionLimit: actionLimit,
            postponedLimit: postponedLimit,
            endingWithUnexpected: false)
    }

    init(copying other: Configuration) {
        note = EventNote()
        note.event = other.note.event
        hasActivities = other.hasActivities
        interpreter = other.interpreter.fork(observedBy: note)
        stages = other.stages
        if case .act(let action, of: let work, in: let scope)? = other.call {
            call = .act(action, of: work, in: scope.flatMap { interpreter.existingLive?.registry.scopes[$0.number] })
        }
    }

    /// The state, which may only be set at rest.
    @usableFromInline package var state: T.State {
        get { interpreter.storage.storedValue }
        set { interpreter.storage.storedValue = newValue }
    }

    /// Calls a function with each occurrence from now on.
    package func watch(with watcher: @escaping (Occurrence<T.State, T.Event, T.Output>) -> Void) {
        note.watcher = watcher
    }

    /// Takes the error of an effect of a child that its composite has not returned.
    package func takeDroppedEffect() -> TransducerError? { note.droppedEffect.take() }

    /// The names of the action events that repeat in an endless macrostep.
    package var cycle: [String] { interpreter.chain.cycle }

    /// The event of the latest progress.
    @usableFromInline package var event: T.Event? { note.event }

    /// The identities of the effects that others have replaced since the machine was forked.
    package var replaced: [EffectID] { note.replaced }

    /// Whether the machine waits for an action, and more of the macrostep follows.
    @usableFromInline package var isSuspendedAmidst: Bool { call != nil && !interpreter.stack.isEmpty }

    /// Lets the machine take an event from outside at its next step.
    @usableFromInline package func take(_ event: T.Event) {
        source.event = event
        source.origin = .external
        sender = nil
    }

    /// The postponed events, once the machine has postponed any.
    package var postponed: Postponed<T.State, T.Event>? { interpreter.existingLive?.postponed }

    /// Lets the machine take the next postponed event again at its next step.
    ///
    /// - Returns: Whether there is one.
    package func offerPostponed() -> Bool {
        guard !interpreter.hasEnded, let postponed, !postponed.due.isEmpty else {
            return false
        }
        source.goesOn = true
        return true
    }

    /// Takes the place of a machine in another state in which nothing is live, as if it had just answered an event.
    @usableFromInline package func resume(in state: T.State, with effect: Effect) {
        interpreter.reset()
        interpreter.storage.storedValue = state
        call = nil
        interpreter.push(effect.content)
    }

    /// Lets the machine go on.
    @usableFromInline package func next() -> Progress {
        if call != nil { return .call }
        if let failure = failure.take() {
            interpreter.reset()
            return .failed(failure)
        }
        while true {
            do {
                if let progress = try go() { return progress }
            } catch {
                interpreter.reset()
                return .failed(error)
            }
        }
    }

    func go() throws -> Progress? {
        defer { carryOutOrders() }
        // A record lets the composites inside give account of the effects of their children.
        let stop =
            T._isComposite
            ? LoopRecord.duringWork { interpreter.decide(from: &source) } : interpreter.decide(from: &source)
        switch stop {
        case .output(let output, let effect):
            if let effect { interpreter.push(effect.content) }
            return .transition(effect, output)
        case .reply(let reply, to: let event):
            if let mistake = note.mistake.take() { throw mistake }
            try interpreter.carryOut(reply, to: event, from: sender, number: 0)
            return .reply(Effect(content: .reply(reply)))
        case .terminal(let output, let effect):
            if effect?.reply != nil { throw interpreter.changeWithReply() }
            if T._isComposite { try interpreter.checkNames() }
            interpreter.end(sparingExits: true)
            return .ended(effect, output)
        case .todo(let entry):
            call = try interpreter.carryOut(entry)
            return call == nil ? nil : .call
        case .begun: break
        case .settled: if hasActivities { _ = try interpreter.reviseActivities() }
        case .macrostepEnded: interpreter.finishMacrostep()
        case .turnOver, .idle:
            guard interpreter.hasSequel else { return .rest }
            interpreter.finishMacrostep()
        case .runaway:
            interpreter.reset()
            return .endless
        // Neither has a spelling here: nothing comes from elsewhere.
        case .operationEnded, .interrupted: return .rest
        }
        return nil
    }

    /// Answers in place of the action that is awaited.
    ///
    /// - Parameter effect: The events; `nil` for none.
    @usableFromInline package func answer(_ effect: Effect?) {
        guard case .act(_, of: let work, in: _)? = call.take(), let effect else { return }
        switch (work.traits.owner, effect.content) {
        // An exit effect runs to its end, and its events are dropped.
        case (.ended, _): break
        // Events of a child are dropped as soon as it has left its place.
        case (.child(let path), .event(let event, .own)): interpreter.push(.event(event, .path(path)))
        case (.child(let path), .events(let events, .own)): interpreter.push(.events(events, .path(path)))
        case (.machine, let content), (.child, let content): interpreter.push(content)
        }
    }

    /// Starts every operation that has begun.
    func carryOutOrders() {
        guard let live = interpreter.existingLive, !live.orders.isEmpty,
            interpreter.ordersAreDue(whileWaiting: call != nil)
        else { return }
        for case .start(let operation) in live.orders where !operation.isCancelled {
            if operation.effect?.traits.replacement == .afterReturn { hasBegunAfterReturn = true }
            operation.isStarted = true
        }
        live.orders.removeAll(keepingCapacity: true)
    }
}

/// A subject without values, in whose place a tool looks at each output.
@usableFromInline struct Shown<Value>: Subject {
    @usableFromInline func send(_ value: Value, isolated systemActor: isolated any Actor) async throws {}
}

/// A source with one event, which ends the turn after each macrostep.
@usableFromInline struct GivenEvent<Event>: EventSource {
    @usableFromInline var event: Event?
    @usableFromInline var origin = EventOrigin.external
    /// Whether the machine may go on after a macrostep.
    @usableFromInline var goesOn = false

    init() {}

    @usableFromInline var isInterrupted: Bool { false }
    @usableFromInline var isDisturbed: Bool { false }
    @usableFromInline var mayBegin: Bool { true }
    @usableFromInline func payStep() {}
    @usableFromInline var hasPlainEvent: Bool { false }
    // Never called, because there is no plain event.
    @usableFromInline mutating func takePlainEvent() -> Event { event.unsafelyUnwrapped }
    @usableFromInline mutating func lookAround() {}
    @usableFromInline mutating func countStep() {}

    @usableFromInline mutating func endMacrostep(actions: Int) -> Bool {
        if event != nil { return false }
        defer { goesOn = false }
        return !goesOn
    }

    @usableFromInline mutating func next() -> Arrival<Event>? { event.take().map { .event($0) } }
    @usableFromInline var isAnonymous: Bool { true }
    @usableFromInline mutating func takeOrigin() -> EventOrigin { origin }
    @usableFromInline var takenNumber: MailNumber { 0 }
    @usableFromInline var hasRejections: Bool { false }
    @usableFromInline func takeRejections() -> [(event: Event, error: any Error)] { [] }
}

/// Notes the latest event that a machine has taken, and the effects that it has replaced.
@usableFromInline final class EventNote<T: ExecutableTransducer>: TransducerObserver {
    @usableFromInline var event: T.Event?
    @usableFromInline var replaced: [EffectID] = []
    /// The error of a reply together with a change of the state, which a run survives.
    @usableFromInline var mistake: TransducerError?
    /// The error of an effect that was not returned, which a run survives.
    @usableFromInline var droppedEffect: TransducerError?
    @usableFromInline var watcher: ((Occurrence<T.State, T.Event, T.Output>) -> Void)?

    init() {}

    @usableFromInline func observe<State, Event, Output>(_ occurrence: Occurrence<State, Event, Output>) {
        guard let occurrence = occurrence as? Occurrence<T.State, T.Event, T.Output> else { return }
        watcher?(occurrence)
        switch occurrence {
        case .eventTaken(let event, _): self.event = event
        case .sendRejected(_, let error as TransducerError):
            if case .stateChangedWithReply = error { mistake = error }
            if case .effectDropped = error { droppedEffect = error }
        case .effectCancelled(let effect, .replaced): if let id = effect.id { replaced.append(id) }
        case .runStarted, .eventPostponed, .eventUnexpected, .transition, .output, .effectStarted, .effectEnded,
            .effectCancelled, .effectOverdue, .sendRejected, .runEnded:
            break
        }
    }
}
