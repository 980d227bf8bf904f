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
    @inlinable
    @inline(__always)
    var isObserved: Bool { Observer.isActive && observer.observesTransitions }
}

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
    @inlinable
    @inline(__always)
    mutating func isRunaway<Event>(_ action: Event) -> Bool {
        count &+= 1
        guard count > calmLimit else { return false }
        note(action)
        return count > limit
    }

    @usableFromInline mutating func note<Event>(_ action: Event) {
        if count <= max(1, calmLimit + 1) { trail = [] }
        trail.append(eventName(action))
    }

    /// The names of the events that repeat.
    @usableFromInline var cycle: [String] {
        let period = (1...max(1, trail.count)).first { period in
            trail.indices.dropFirst(period).allSatisfy { trail[$0] == trail[$0 - period] }
        }
        return Array(trail.suffix(period ?? trail.count))
    }
}
