import Oak

/// A proxy that returns a new mailbox at each access.
struct UnstableMailboxProxy: TransducerProxy {
    typealias Event = Int
    typealias Input = Proxy<Int>.Input

    init(mailbox: Mailbox<Int>) {}

    var mailbox: Mailbox<Int> { Mailbox(capacity: 100) }

    func send(_ event: Int) throws { try InputPort(mailbox).send(event) }
}
