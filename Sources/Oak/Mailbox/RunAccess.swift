/// The way from an observer back to its run, which does not keep the run alive.
@_documentation(visibility: internal)
public final class _RunAccess: @unchecked Sendable {
    private weak var mailbox: (any AwaitedMailbox)?

    /// The identity of the run, which its proxies share. Later another run may have it.
    package let identity: ObjectIdentifier

    /// The identity of the run that has started this one by an operation, an action or its subject, if it is observed.
    package let starter: ObjectIdentifier?

    /// Whether anybody can still refer to the run.
    package var exists: Bool { mailbox != nil }

    @usableFromInline init(_ mailbox: any AwaitedMailbox) {
        self.mailbox = mailbox
        identity = ObjectIdentifier(mailbox)
        starter = SendingRun.ofSender
    }

    /// Makes the run report the end of a macrostep when it is at rest.
    package func wake() { mailbox?.wake() }

    /// Sets whether later events keep the identities of the runs that send them, if those runs are observed.
    package func keepSenders(_ keepsSenders: Bool) { mailbox?.keepRuns(keepsSenders) }

    /// The number of events in the mailbox; 0 when the run has ended.
    package var waitingEvents: Int { mailbox?.waitingEvents ?? 0 }
}
