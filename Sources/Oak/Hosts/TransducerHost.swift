/// A running machine in an actor of its own, for servers and tools.
///
/// ```swift
/// let host = TransducerHost(of: Counter.self, initialState: Counter.State())
/// try host.send(.increment)
/// for await state in host.states where state.count == 1 { break }
/// ```
///
/// The machine runs from the moment the host is created until it ends, is cancelled, or the host is released: then the run ends
/// with `CancellationError`. In each case effects that are under way are cancelled and awaited; what they hold is let go after that.
/// The machine and its effects run on the executor that its settings name, or else on the one that the task that creates the
/// host prefers; see ``RunSettings/taskExecutor``.
///
/// A subject that is slow slows the machine down; an observer of its ``states`` never does.
public actor TransducerHost<Machine: ExecutableTransducer & SendableMetatype>: TransducerActor {
    /// The handle to the run.
    public nonisolated let proxy: Machine.Proxy

    @usableFromInline nonisolated let hosted: HostedMachine<Machine>
    @usableFromInline nonisolated let run: Task<Void, Never>

    /// The executor of the machine, which is that of its isolated effects too.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { hosted.unownedExecutor }

    /// The current state, or the last one when the machine has ended.
    public var state: Machine.State { HostedStorage(hosted).storedValue }

    /// Creates a running machine.
    ///
    /// - Parameters:
    ///   - type: The machine.
    ///   - initialState: The state in which it begins.
    ///   - proxy: The proxy of the run; `nil` gives it one of its own. With one that has been used for another run, this one
    ///     ends with ``TransducerError/proxyAlreadyInUse``.
    ///   - env: What effects depend on.
    ///   - output: Receives the outputs, on the actor of the machine; a ``SendableCallback`` takes them to another one.
    ///   - observer: Is told of everything that happens.
    ///   - settings: The limits of the run.
    ///   - completion: Called once, when the run has ended in whatever way.
    @inlinable
    public init(
        of type: Machine.Type = Machine.self, initialState: sending Machine.State,
        proxy: Machine.Proxy? = nil, env: sending Machine.Env,
        output: sending some Subject<Machine.Output> & SendableMetatype,
        observer: sending some TransducerObserver & SendableMetatype = NoObserver(),
        settings: RunSettings = RunSettings(),
        completion: sending ((Result<Machine.Output, any Error>) -> Void)? = nil
    ) {
        let hosted = HostedMachine<Machine>(initialState)
        let proxy = proxy ?? Machine.Proxy()
        self.proxy = proxy
        self.hosted = hosted
        let hostRun = HostRun(
            of: Machine.self, storage: HostedStorage(hosted), proxy: proxy, env: env, output: output,
            observer: observer, settings: settings
        ) { result in
            hosted.end(with: result)
            completion?(result)
        }
        run = hostRun.start(on: hosted)
    }

    deinit { run.cancel() }
}

extension TransducerHost where Machine.Output: Sendable {
    /// The output of the terminal transition, once there is one.
    ///
    /// When it is there, or an error is thrown instead, every effect has ended. Who waits for it waits until then, also when its task
    /// is cancelled: cancel the host to be rid of the machine.
    ///
    /// - Throws: What the run throws.
    public nonisolated var value: Machine.Output {
        get async throws {
            await run.value
            return try await hosted.outcome.get()
        }
    }
}
