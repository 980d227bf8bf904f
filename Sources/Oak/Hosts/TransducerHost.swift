/// A running machine in an actor of its own, for servers and tools.
///
/// ```swift
/// let host = TransducerHost(of: Counter.self, initialState: Counter.State())
/// try host.send(.increment)
/// for await state in host.states where state.count == 1 { break }
/// ```
///
/// The machine runs from the moment the host is created until it ends, is cancelled, or the host is released. Effects that are under
/// way then are cancelled and awaited. A subject that is slow slows the machine down; an observer of its states never does.
public actor TransducerHost<Machine: ExecutableTransducer & SendableMetatype>: TransducerActor {
    /// The handle to the run.
    public nonisolated let proxy: Machine.Proxy

    // Another object, so that the run does not keep the host alive. Both are one actor to everyone who waits for it.
    private nonisolated let hosted: HostedMachine<Machine>
    private nonisolated let run: Task<Unchecked<Machine.Output>, any Error>

    public nonisolated var unownedExecutor: UnownedSerialExecutor { hosted.unownedExecutor }

    /// The current state.
    public var state: Machine.State { hosted.assumeIsolated { Unchecked($0.state) }.value }

    /// Creates a running machine.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The state in which it begins.
    ///   - proxy: The proxy of the run; it must not have been used for another one.
    ///   - env: What effects depend on.
    ///   - output: Receives the outputs.
    public init<Outlet: Subject<Machine.Output> & SendableMetatype>(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy = Machine.Proxy(), env: sending Machine.Env,
        output: sending Outlet = NoCallback<Machine.Output>()
    ) {
        self.proxy = proxy
        let hosted = HostedMachine<Machine>(initialState: initialState)
        self.hosted = hosted
        // `sending`: nobody else has them.
        let (env, output) = (Unchecked(env), Unchecked(output))
        run = Task { try await hosted.run(proxy: proxy, env: env, output: output) }
    }

    deinit { proxy.cancel() }
}

extension TransducerHost where Machine.Env == Void {
    /// Creates a running machine that needs no environment.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The state in which it begins.
    ///   - proxy: The proxy of the run; it must not have been used for another one.
    ///   - output: Receives the outputs.
    public init<Outlet: Subject<Machine.Output> & SendableMetatype>(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy = Machine.Proxy(), output: sending Outlet = NoCallback<Machine.Output>()
    ) {
        self.init(of: type, initialState: initialState, proxy: proxy, env: (), output: output)
    }
}

extension TransducerHost where Machine.Output: Sendable {
    /// The output of the terminal transition, once there is one.
    ///
    /// Waiting for it does not end the machine when the waiting task is cancelled.
    ///
    /// - Throws: What the run throws.
    public nonisolated var value: Machine.Output {
        get async throws { try await run.value.value }
    }
}

extension TransducerHost where Machine.State: Sendable {
    /// The states of the machine, from the current one on, for one observer.
    ///
    /// An observer who is slow misses states, but never the latest. The sequence ends with the run.
    public nonisolated var states: AsyncStream<Machine.State> {
        let (stream, continuation) = AsyncStream<Machine.State>.makeStream(bufferingPolicy: .bufferingNewest(1))
        Task { [hosted] in await hosted.add(continuation) }
        return stream
    }
}

extension TransducerHost where Machine.Proxy == Oak.Proxy<Machine.Event> {
    /// Sends an event to the machine.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/bufferOverflow`` when the mailbox is full, ``TransducerError/terminated`` when the machine has
    ///   ended.
    public nonisolated func send(_ event: sending Machine.Event) throws { try proxy.send(event) }
}

extension TransducerHost where Machine.Proxy == SyncSuspendingProxy<Machine.Event> {
    /// Sends an event to the machine and returns when its macrostep is done.
    ///
    /// - Parameter event: The event to be processed.
    /// - Throws: ``TransducerError/terminated`` when the machine ends before the event is processed, `CancellationError` when the
    ///   caller is cancelled first.
    public nonisolated(nonsending) func send(_ event: sending Machine.Event) async throws { try await proxy.send(event) }
}
