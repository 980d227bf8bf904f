/// What owns a running machine: it holds the state, and it ends the run when it goes away.
///
/// ``TransducerHost`` is one for servers and tools, ``ObservableTransducer`` one for user interfaces. What both can do with the
/// run is here; to write another host, have a proxy, start a run with it, and cancel the task of that run at the end.
public protocol TransducerActor<Machine> {
    /// The machine.
    associatedtype Machine: ExecutableTransducer

    /// The handle to the run.
    nonisolated var proxy: Machine.Proxy { get }
}

extension TransducerActor {
    /// The output of the machine.
    public typealias Output = Machine.Output

    /// The dependencies handed to the effects of the machine.
    public typealias Env = Machine.Env

    /// A function that is called with the result of the run, once it has ended.
    public typealias Completion = (Result<Machine.Output, any Error>) -> Void

    /// The handle that can only send.
    @inlinable
    public nonisolated var input: Machine.Input { proxy.input }

    /// Ends the run with ``TransducerError/cancelled``; its effects are cancelled and awaited.
    ///
    /// It is the run of the ``proxy``: a host that was refused because its proxy drives another run ends that one.
    @inlinable
    public nonisolated func cancel() { proxy.cancel() }
}

extension TransducerActor where Machine.Proxy == Oak.Proxy<Machine.Event> {
    /// Sends an event to the machine.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the machine has
    ///   ended.
    @inlinable
    public nonisolated func send(_ event: sending Machine.Event) throws { try proxy.send(event) }

    /// Sends an event to the machine as soon as there is room for it.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/terminated`` when the machine ends first, `CancellationError` when the caller is cancelled
    ///   first, ``TransducerError/bufferOverflow`` when the mailbox can hold no event at all,
    ///   ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject of a machine that this one waits for.
    ///   After an error the event is not processed.
    @inlinable
    public nonisolated(nonsending) func sendWhenRoom(_ event: sending Machine.Event) async throws {
        try await proxy.sendWhenRoom(event)
    }
}

extension TransducerActor where Machine.Proxy == SyncSuspendingProxy<Machine.Event> {
    /// Sends an event to the machine and returns when its macrostep is done.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/terminated`` when the machine ends before the event is processed, `CancellationError` when the
    ///   caller is cancelled first, ``TransducerError/deadlock(cycle:)`` when the caller is an action or a subject of a machine
    ///   that this one waits for.
    @inlinable
    public nonisolated(nonsending) func send(_ event: sending Machine.Event) async throws {
        try await proxy.send(event)
    }
}
