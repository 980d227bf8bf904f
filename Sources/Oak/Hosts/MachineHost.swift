/// The owner of a running machine: it holds the state, and ends the run when it is released.
///
/// ``TransducerHost`` is for servers and tools, ``ObservableTransducer`` for user interfaces; this protocol is their
/// common interface. A host of your own starts a run with its proxy and cancels the task of that run at the end.
public protocol MachineHost<Machine> {
    /// The machine.
    associatedtype Machine: ExecutableTransducer

    /// The handle to the run.
    nonisolated var proxy: Machine.Proxy { get }

    /// Ends the run of this host with ``TransducerError/cancelled``; its effects are cancelled and awaited.
    ///
    /// A host whose proxy drives another run has no run of its own, and does not affect the other run.
    nonisolated func cancel()
}

extension MachineHost {
    /// The output of the machine.
    public typealias Output = Machine.Output

    /// The dependencies handed to the effects of the machine.
    public typealias Env = Machine.Env

    /// A function that is called with the result of the run, once it has ended.
    public typealias Completion = (Result<Machine.Output, any Error>) -> Void

    /// The handle that can only send.
    @inlinable public nonisolated var input: Machine.Input { proxy.input }
}

extension TransducerProxy {
    /// A proxy for a host of a user interface: a thousand views may appear, and send, while the machine is busy.
    @inlinable static var roomy: Self { Self(bufferSize: 1_024) }
}

extension MachineHost where Machine.Proxy == Oak.Proxy<Machine.Event> {
    /// Sends an event to the machine, which processes it before the call returns if it rests on the caller's actor.
    ///
    /// First come the events that wait, then this one, up to the first action or operation. Within a transition, an
    /// action or a delivery of a machine on that actor, the event waits in the mailbox.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the
    ///   machine has ended.
    @inlinable public nonisolated func send(_ event: sending Machine.Event) throws {
        try proxy.mailbox.send(event, from: nil)
    }

    /// Sends several events to the machine with nothing between them, or none of them.
    ///
    /// - Parameter events: The events to be processed, in this order.
    /// - Throws: The same errors as for a single event.
    /// - Complexity: O(*n*), where *n* is the number of events, and one lock.
    @inlinable public nonisolated func send(contentsOf events: sending [Machine.Event]) throws {
        try proxy.mailbox.send(contentsOf: events, from: nil)
    }
}
