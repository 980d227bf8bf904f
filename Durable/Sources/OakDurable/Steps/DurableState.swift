public import Oak

/// The state of a durable machine, with everything else that a store keeps of an instance.
@usableFromInline struct DurableState<Machine: DurableTransducer>: Sendable {
    /// The state of the user's machine.
    @usableFromInline var machine: Machine.State
    /// The number of macrosteps so far.
    @usableFromInline var number = 0
    /// The activities, and the time-outs among them, that the state names, whether or not they have returned.
    @usableFromInline var activities: [EffectID: ActivityMark] = [:]
    /// The time-outs by name.
    @usableFromInline var timers: [String: Timer<Machine.Event>] = [:]
    /// The stored time-outs whose events the migration has dropped.
    var droppedTimers: [String] = []
    /// The events from outside that the machine has postponed.
    @usableFromInline var postponed: Set<Ticket.ID> = []
    /// The number of events from outside that the machine may postpone, apart from those that the store has.
    @usableFromInline var postponedLimit = Int.max
    /// Whether the machine has postponed an event that an activity has sent.
    ///
    /// Only the memory has it, so no activity counts as returned from then on: the next process begins it again.
    @usableFromInline var hasPostponedOwnEvent = false
    /// The tags that the store has.
    var tags: [String: DurableTag] = [:]
    /// The macrostep under way; `nil` between macrosteps.
    @usableFromInline var step: OpenStep<Machine>?
}

/// An activity that the state names.
@usableFromInline struct ActivityMark: Sendable {
    /// The name of the activity; that of a time-out begins with a sign of its own.
    var name: String
    /// The number of the macrostep that began it.
    var number: Int
    /// Whether it has returned, or its time-out has fired.
    @usableFromInline var hasReturned = false
    /// Whether it began in an earlier run.
    var isRepetition = false
    /// The queue in which the store has it.
    var queue: String?
    /// The attempts that have failed in earlier runs.
    var attempts: StoredAttempts?

    /// Whether it is a time-out.
    @usableFromInline var isTimeout: Bool { name.hasPrefix(Self.timeoutSign) }

    /// Begins the names of activities that are time-outs, and of no other.
    static var timeoutSign: String { "@" }

    /// A name without the sign.
    @usableFromInline static func plainName(of name: String) -> String {
        name.hasPrefix(timeoutSign) ? String(name.dropFirst(timeoutSign.count)) : name
    }
}

/// A time-out that has not fired.
@usableFromInline struct Timer<Event: Sendable>: Sendable {
    /// The number of the macrostep that began it.
    @usableFromInline var number: Int
    /// The event to process when it falls due.
    @usableFromInline var event: Event
    /// Its length in seconds.
    var seconds: Double
    var policy: DeadlinePolicy
}

/// A macrostep that has not ended.
@usableFromInline struct OpenStep<Machine: DurableTransducer>: Sendable {
    @usableFromInline var cause: JournalEntry.Cause
    /// The ticket of the event from the inbox.
    @usableFromInline var ticket: Ticket.ID?
    /// The event that began the macrostep, unless the inbox has it.
    @usableFromInline var event: Machine.Event?
    /// The context of the span in which an activity has sent the event.
    @usableFromInline var context: TraceContext?
    @usableFromInline var outputs: [Machine.Output] = []
    @usableFromInline var activities: [NamedChange<StoredActivity>] = []
    @usableFromInline var timers: [TimerChange<Machine.Event>] = []
    var messages: [DurableMessage] = []

    @inlinable init(
        cause: JournalEntry.Cause, ticket: Ticket.ID? = nil, event: Machine.Event? = nil, context: TraceContext? = nil
    ) {
        self.cause = cause
        self.ticket = ticket
        self.event = event
        self.context = context
    }
}

/// A change of a time-out.
@usableFromInline enum TimerChange<Event: Sendable>: Sendable {
    case set(name: String, Timer<Event>)
    case removed(name: String)
}

/// A macrostep to commit.
@usableFromInline struct StepRecord<Machine: DurableTransducer>: Sendable {
    var number: Int
    var state: Machine.State
    @usableFromInline var step: OpenStep<Machine>
    /// The changes of tags.
    var tags: [NamedChange<StoredTag>]
    /// The output of a machine that has ended.
    var end: Machine.Output?
    /// The activities that are under way after the macrostep.
    var work: WorkLeft
}

/// The activities of an instance that have not returned, without time-outs.
@usableFromInline enum WorkLeft: Sendable {
    case none
    /// At least one is in no queue.
    case underWay
    /// All are in queues.
    case queued(Set<ActivityTurn>)

    var isAny: Bool { if case .none = self { false } else { true } }
}

/// An activity, another one for each time that it begins.
@usableFromInline struct ActivityTurn: Hashable, Sendable {
    let activity: String
    let number: Int
}

// Postponed events are offered again when the state of the user's machine has changed.
extension DurableState: Equatable where Machine.State: Equatable {
    @inlinable static func == (left: Self, right: Self) -> Bool { left.machine == right.machine }
}

extension DurableState {
    /// The activities other than time-outs that are under way.
    var work: WorkLeft {
        if activities.isEmpty { return .none }
        var turns: Set<ActivityTurn> = []
        for mark in activities.values where !mark.hasReturned && !mark.isTimeout {
            if mark.queue == nil { return .underWay }
            turns.insert(ActivityTurn(activity: mark.name, number: mark.number))
        }
        return turns.isEmpty ? .none : .queued(turns)
    }
}
