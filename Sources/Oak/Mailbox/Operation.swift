/// One execution of an operation, from its start to its end.
///
/// To the mailbox, an operation is a source of events with places of its own. Cancelling the operation closes it: its
/// input throws from then on, and its events already in the mailbox are skipped.
///
/// Each property states who may access it and when, which is stricter than the exclusivity that the runtime would
/// check.
@usableFromInline
final class Operation<Event>: @unchecked Sendable {
    @usableFromInline enum Role {
        /// Work that the user asked for.
        case work
        /// The exit effect of an ended child.
        case exit(Ending)
        /// No work: the step of a sequence, which lasts until other operations have returned.
        case wait
        /// No work: the wait for the grace period of a cancelled operation.
        case watch
    }

    #if canImport(Darwin)
        // Must stay the first property, because its address is that of the shared integer.
        @usableFromInline var takenWord = 0
    #else
        /// The number of events that the run loop has taken out of its own places; written by the run loop alone.
        @usableFromInline let taken = RelaxedCounter()
    #endif

    @usableFromInline let summary: EffectSummary
    @usableFromInline let role: Role

    // Guarded by the mailbox's lock.

    /// Written by the run loop, which may also read it without the lock; read by senders.
    @exclusivity(unchecked) @usableFromInline var isClosed = false
    /// Whether its function has returned; events sent through its input afterwards count as events from outside.
    @exclusivity(unchecked) @usableFromInline var hasReturned = false
    /// Whether it is listed among the operations with waiting senders.
    @exclusivity(unchecked) @usableFromInline var isLinedUp = false
    /// The number of events accepted into its own places.
    @exclusivity(unchecked) @usableFromInline var accepted = 0
    /// Its senders that wait for room.
    @exclusivity(unchecked) @usableFromInline var line = NumberedQueue<SuspendedSend<Event>>()

    // Used by the run loop only.

    @exclusivity(unchecked) @usableFromInline var task: Task<Void, Never>?
    /// The number under which it waits for its task to start.
    @exclusivity(unchecked) @usableFromInline var startNumber = 0
    /// The number under which it is watched between its cancellation and its return.
    @exclusivity(unchecked) @usableFromInline var suspectNumber = 0

    // Used by the operation's task before it posts its end, and by the run loop before starting the task and after
    // taking that end.

    @exclusivity(unchecked) @usableFromInline var failure: (any Error)?
    /// The work of the task, released before the end is posted: no value of the user's outlives the operation.
    @exclusivity(unchecked) @usableFromInline var work: (@Sendable () async throws -> Disconnected<Event>?)?
    /// The event made from its result.
    @exclusivity(unchecked) @usableFromInline var answer: Event?

    @inlinable
    init(summary: EffectSummary, role: Role) {
        self.summary = summary
        self.role = role
    }

    /// A number that distinguishes the operations and compositions of a run; later ones have greater numbers.
    @inlinable
    var number: Int { summary.number }

    /// Whether it is work that the user asked for, exit effects included.
    @inlinable
    var isWork: Bool {
        switch role {
        case .work, .exit: true
        case .wait, .watch: false
        }
    }

    /// Whether it is the exit effect of an ended child.
    @inlinable
    var isExit: Bool {
        switch role {
        case .exit: true
        case .work, .wait, .watch: false
        }
    }

    @inlinable
    func takeWork() -> (@Sendable () async throws -> Disconnected<Event>?)? {
        defer { work = nil }
        return work
    }
}

#if canImport(Darwin)
    extension Operation {
        @inlinable
        var taken: RelaxedCounter {
            RelaxedCounter(_getUnsafePointerToStoredProperties(self).assumingMemoryBound(to: Int.self))
        }
    }
#endif

// MARK: - Places in the mailbox

extension Operation {
    /// Whether its own places have room for more events.
    ///
    /// - Parameter capacity: The number of its own places.
    @inlinable
    func hasRoom(for count: Int, among capacity: Int) -> Bool { count <= capacity - (accepted - taken.load()) }
}
