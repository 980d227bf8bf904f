public import OakAtomics

/// The access of a mailbox to the loop of a host, for senders on the host's actor: they drive the loop themselves
/// instead of waking its task.
@usableFromInline final class Driver: @unchecked Sendable {
    /// The actor of the machine.
    @usableFromInline let actor: any Actor

    /// The executor of that actor.
    @usableFromInline let executor: UnsafeRawPointer?

    /// Processes the events that wait, if the machine is at rest; otherwise its task will.
    ///
    /// The caller has to be on the actor. A closure instead of a method, because it is specialised for the machine.
    @usableFromInline let drive: (Driver) -> Void

    /// Lets the machine look at its state, which other code on the actor may have written.
    @usableFromInline let review: () -> Void

    @usableFromInline init(on actor: any Actor, _ drive: @escaping (Driver) -> Void, review: @escaping () -> Void) {
        self.actor = actor
        executor = actor.executorIdentity
        self.drive = drive
        self.review = review
    }

    /// Whether the caller runs on the actor of the machine.
    @inlinable var isReached: Bool { oak_get_executor() == executor }
}

extension Actor {
    /// The identity of the executor of this actor, which a ``TransducerHost`` shares with the actor of its machine.
    nonisolated var executorIdentity: UnsafeRawPointer? {
        // The standard library compares executors in this way, too: an executor is two words, the first its identity.
        unsafeBitCast(unownedExecutor, to: (identity: UnsafeRawPointer?, implementation: Int).self).identity
    }
}
