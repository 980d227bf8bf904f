/// One execution of an operation, from its start to its end.
///
/// To the mailbox, an operation is a source of events with places of its own. Cancelling the operation closes it: its
/// input throws from then on, and its events already in the mailbox are skipped.
///
/// Each property states who may access it and when, which is stricter than the exclusivity that the runtime would
/// check.
@usableFromInline class Operation<Event>: @unchecked Sendable {
    @usableFromInline enum Role {
        /// Work that the user asked for.
        case work
        /// The exit effect of an ended child, or a part of it.
        case exit
        /// No work: the step of a sequence, which lasts until other operations have returned.
        case wait
        /// No work: the wait for the grace period of a cancelled operation.
        case watch
    }

    /// The number of events taken out of the operation's own places; written only by the run loop.
    @usableFromInline final let taken = RelaxedCounter()

    @usableFromInline final let summary: EffectSummary
    @usableFromInline final let role: Role

    // Guarded by the mailbox's lock.

    /// Written by the run loop, which may also read it without the lock; read by senders.
    @exclusivity(unchecked) @usableFromInline final var isClosed = false
    /// Whether the function has returned; events sent through the input afterwards count as events from outside.
    @exclusivity(unchecked) @usableFromInline final var hasReturned = false
    /// Whether the operation is listed among the operations with waiting senders.
    @exclusivity(unchecked) @usableFromInline final var isLinedUp = false
    /// The number of events accepted into the operation's own places.
    @exclusivity(unchecked) @usableFromInline final var accepted = 0
    /// The senders that wait for room in the operation's places.
    @exclusivity(unchecked) @usableFromInline final var line = NumberedQueue<SuspendedSend<Event>>()

    // Used by the run loop only.

    @exclusivity(unchecked) @usableFromInline final var task: Task<Void, Never>?
    /// The number under which the operation is watched between its cancellation and its return.
    @exclusivity(unchecked) @usableFromInline final var suspectNumber = 0
    /// Whether the return of the operation wakes the loop, whatever its result.
    @exclusivity(unchecked) @usableFromInline final var wakesAtEnd = false

    // Used by the operation's task before it posts its end, and by the run loop before starting the task and after
    // taking that end.

    @exclusivity(unchecked) @usableFromInline final var failure: (any Error)?
    /// The event made from the result.
    @exclusivity(unchecked) @usableFromInline final var answer: Answer?

    /// An event; boxed, because few operations have one, and releasing an optional of a generic type is slow.
    @usableFromInline final class Answer {
        @usableFromInline let event: Event

        @inlinable init(_ event: Event) { self.event = event }
    }

    @inlinable init(summary: EffectSummary, role: Role) {
        self.summary = summary
        self.role = role
    }

    /// A number that distinguishes the operations and compositions of a run; later ones have greater numbers.
    @inlinable final var number: Int { summary.number }

    /// Whether the operation is work that the user asked for, including exit effects.
    @inlinable final var isWork: Bool {
        switch role {
        case .work, .exit: true
        case .wait, .watch: false
        }
    }

    /// Whether the operation is the exit effect of an ended child.
    @inlinable final var isExit: Bool { role == .exit }
}

// MARK: - Places in the mailbox

extension Operation {
    /// Whether the operation's own places have room for more events.
    ///
    /// - Parameter capacity: The number of the operation's own places.
    @inlinable
    func hasRoom(for count: Int, among capacity: Int) -> Bool { count <= capacity - (accepted - taken.load()) }
}
