/// The way from an instrument back to its run, which does not keep the run alive.
@usableFromInline package final class RunAccess: @unchecked Sendable {
    private weak var mailbox: (any AwaitedMailbox)?

    /// The identity of the run, which its proxies share. Later another run may have it.
    package let identity: ObjectIdentifier

    /// Whether anybody can still refer to the run.
    package var exists: Bool { mailbox != nil }

    @usableFromInline init(_ mailbox: any AwaitedMailbox) {
        self.mailbox = mailbox
        identity = ObjectIdentifier(mailbox)
    }

    /// Makes the run report the end of a macrostep when it is at rest.
    package func wake() { mailbox?.wake() }

    /// The number of events in the mailbox; 0 when the run has ended.
    package var waitingEvents: Int { mailbox?.waitingEvents ?? 0 }
}
