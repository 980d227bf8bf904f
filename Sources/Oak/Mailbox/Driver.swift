public import OakAtomics

/// The access of a mailbox to the loop of a host, for senders on the host's actor: they drive the loop themselves
/// instead of waking its task.
@usableFromInline final class Driver: @unchecked Sendable {
    /// The actor of the machine.
    @usableFromInline let actor: any Actor

    /// The address of another actor with the same executor; its owner removes it before that actor is gone.
    @usableFromInline let namesake = RelaxedCounter()

    /// Whether the actor of the machine is the main actor.
    @usableFromInline let isOnMainActor: Bool

    /// Processes the events that wait, if the machine is at rest; otherwise its task will.
    ///
    /// The caller has to be on the actor. A closure instead of a method, because it is specialised for the machine.
    @usableFromInline let drive: (Driver) -> Void

    /// Lets the machine look at its state, which other code on the actor may have written.
    @usableFromInline let review: () -> Void

    @usableFromInline init(on actor: any Actor, _ drive: @escaping (Driver) -> Void, review: @escaping () -> Void) {
        self.actor = actor
        isOnMainActor = actor === MainActor.shared
        self.drive = drive
        self.review = review
    }

    /// Whether code that is isolated to an actor can drive the machine.
    @inlinable func isReached(from other: ObjectIdentifier) -> Bool {
        // In an earlier language mode, other threads may call a closure that is isolated to the main actor.
        guard !isOnMainActor || oak_may_be_main_actor() else { return false }
        return other == ObjectIdentifier(actor) || Int(bitPattern: other) == namesake.load()
    }
}
