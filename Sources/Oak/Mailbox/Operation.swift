/// One execution of an operation, from its start to its end.
///
/// To the mailbox it is the origin of events, with places of its own. Sending is closed when the operation is cancelled: from
/// then on its input throws, and what it has already put into the mailbox is passed over.
///
/// Each property says who may touch it and when; that is stricter than the exclusivity the runtime would check.
@usableFromInline
final class Operation<Event>: @unchecked Sendable {
    @usableFromInline enum Role {
        /// It does what the user asked for.
        case work
        /// It does what a child that has ended still has to do.
        case exit(Ending)
        /// It does nothing: a step of a sequence lasts until others have returned.
        case wait
        /// It waits for the grace period of a cancelled operation to pass.
        case watch
    }

    #if canImport(Darwin)
        // It has to stay the first property: its address is that of the shared integer.
        @usableFromInline var takenWord = 0
    #else
        /// How many of the events for which it has paid the run loop has taken; written by the run loop alone.
        @usableFromInline let taken = PublishedInteger()
    #endif

    @usableFromInline let summary: EffectSummary
    @usableFromInline let role: Role

    // Under the mailbox's lock.

    /// Written by the run loop; read by senders, and by the run loop without the lock.
    @exclusivity(unchecked) @usableFromInline var isClosed = false
    /// Whether its function has returned: what is sent through its input then comes from somebody else.
    @exclusivity(unchecked) @usableFromInline var hasReturned = false
    /// Whether it is among those whose senders are in line.
    @exclusivity(unchecked) @usableFromInline var isLinedUp = false
    /// How many events it has put into the mailbox.
    @exclusivity(unchecked) @usableFromInline var accepted = 0
    /// Its senders that wait for room.
    @exclusivity(unchecked) @usableFromInline var line = Roster<SuspendedSend<Event>>()

    // Used by the run loop only.

    @exclusivity(unchecked) @usableFromInline var task: Task<Void, Never>?
    /// The number under which it waits for its task to be started.
    @exclusivity(unchecked) @usableFromInline var startNumber = 0
    /// The number under which it is watched, because it was cancelled and has not returned.
    @exclusivity(unchecked) @usableFromInline var suspectNumber = 0

    // Used by the operation's task before it posts its end, and by the run loop before it starts the task and after it has
    // taken that end.

    @exclusivity(unchecked) @usableFromInline var failure: (any Error)?
    /// What the task has to do; let go before the end is posted, so that nothing of the user's outlives it.
    @exclusivity(unchecked) @usableFromInline var work: (@Sendable () async throws -> Unchecked<Event>?)?
    /// The event that is made of its result.
    @exclusivity(unchecked) @usableFromInline var answer: Event?

    @inlinable
    init(summary: EffectSummary, role: Role) {
        self.summary = summary
        self.role = role
    }

    /// Tells the operations and compositions of a run apart; later ones have greater numbers.
    @inlinable
    var number: Int { summary.number }

    /// Whether it does what the user asked for.
    @inlinable
    var isWork: Bool {
        switch role {
        case .work, .exit: true
        case .wait, .watch: false
        }
    }

    /// Whether it does what a child that has ended still has to do.
    @inlinable
    var isExit: Bool {
        switch role {
        case .exit: true
        case .work, .wait, .watch: false
        }
    }

    @inlinable
    func takeWork() -> (@Sendable () async throws -> Unchecked<Event>?)? {
        defer { work = nil }
        return work
    }
}

#if canImport(Darwin)
    extension Operation {
        @inlinable
        var taken: PublishedInteger {
            PublishedInteger(_getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: Int.self))
        }
    }
#endif

// MARK: - Places in the mailbox

extension Operation {
    /// Whether there is room for further events of its own.
    ///
    /// - Parameter capacity: How many may wait.
    @inlinable
    func hasRoom(for count: Int, among capacity: Int) -> Bool { count <= capacity - (accepted - taken.load()) }
}
