/// What owns a running machine: it holds the state, and it ends the run when it goes away.
///
/// ``TransducerHost`` is one for servers and tools, ``ObservableTransducer`` one for user interfaces.
public protocol TransducerActor<Machine> {
    /// The machine.
    associatedtype Machine: ExecutableTransducer

    /// The handle to the run.
    nonisolated var proxy: Machine.Proxy { get }
}

extension TransducerActor {
    /// The handle that can only send.
    @inlinable
    public nonisolated var input: Machine.Input { proxy.input }

    /// Ends the run; its effects are cancelled and awaited.
    @inlinable
    public nonisolated func cancel() { proxy.cancel() }
}
